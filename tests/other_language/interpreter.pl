#!/usr/bin/env perl
# An engine in a third language: docs/ir.md in Perl, with nothing but the core of Perl 5.
#
#   perl interpreter.pl VECTORS.json    runs every case of a file; each answer is a line of JSON
#   perl interpreter.pl --kinds         the kinds of nodes that it covers
use strict;
use warnings;

my (%EXPR, %STMT);    # kind => code
my $program;          # the program at hand
my %by_id;            # kind of record => id => record
my $run;              # what is being run: state, draws, trace, told, dice, answers

my $MAX = 2**53 - 1;
my $MASK = 0xFFFFFFFF;

sub fail { die { sentence => $_[0] } }

# ---------------------------------------------------------------- JSON: true and false are \1 and \0, null is undef

sub parse_json {
    my ($text) = @_;
    my $value = parse_value(\$text);
    $text =~ /\G\s*\z/gc or die "JSON: something behind its end";
    return $value;
}

sub parse_value {
    my ($t) = @_;
    $$t =~ /\G\s+/gc;
    if ($$t =~ /\G\{/gc) {
        my %object;
        until ($$t =~ /\G\s*\}/gc) {
            $$t =~ /\G\s*,/gc;
            my $key = parse_value($t);
            $$t =~ /\G\s*:/gc or die "JSON: a colon is missing";
            $object{$key} = parse_value($t);
        }
        return \%object;
    }
    if ($$t =~ /\G\[/gc) {
        my @list;
        until ($$t =~ /\G\s*\]/gc) {
            $$t =~ /\G\s*,/gc;
            push @list, parse_value($t);
        }
        return \@list;
    }
    if ($$t =~ /\G"((?:[^"\\]|\\.)*)"/gc) {
        my $text = $1;
        $text =~ s/\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)/chr(0x10000 + ((hex($1) - 0xD800) << 10) + hex($2) - 0xDC00)/ge;
        my %short = (n => "\n", t => "\t", r => "\r", b => "\b", f => "\f");
        $text =~ s/\\(?:u([0-9a-fA-F]{4})|(.))/defined $1 ? chr(hex $1) : exists $short{$2} ? $short{$2} : $2/ge;
        return $text;
    }
    return 0 + $1 if $$t =~ /\G(-?[0-9]+)/gc;
    return \1     if $$t =~ /\Gtrue/gc;
    return \0     if $$t =~ /\Gfalse/gc;
    return undef  if $$t =~ /\Gnull/gc;
    die "JSON: cannot read on at " . substr($$t, pos($$t) || 0, 20);
}

sub json_text {
    my ($text) = @_;
    $text =~ s/(["\\])/\\$1/g;
    $text =~ s/([^\x20-\x7e])/escaped(ord $1)/ge;
    return "\"$text\"";
}

sub escaped {
    my ($code) = @_;
    return sprintf '\\u%04x', $code if $code < 0x10000;
    $code -= 0x10000;
    return sprintf '\\u%04x\\u%04x', 0xD800 + ($code >> 10), 0xDC00 + ($code & 0x3FF);
}

sub json_list { return "[" . join(",", @_) . "]" }

sub json_object {    # pairs of a name and its JSON
    my @pairs;
    while (my ($name, $json) = splice @_, 0, 2) { push @pairs, json_text($name) . ":$json" }
    return "{" . join(",", @pairs) . "}";
}

sub json_value {     # a number, or a roll or list of numbers
    my ($value) = @_;
    return ref $value ? json_list(map { json_value($_) } @$value) : $value;
}

sub is_true { return ref $_[0] ? ${ $_[0] } : $_[0] }

# ---------------------------------------------------------------- chance

sub seeded {
    my ($seed) = @_;
    my $generator = { a => 0, b => $seed & $MASK, c => $seed >> 32, n => 1 };
    word($generator) for 1 .. 12;
    return $generator;
}

sub word {
    my ($g) = @_;
    my $word = ($g->{a} + $g->{b} + $g->{n}) & $MASK;
    $g->{n} = ($g->{n} + 1) & $MASK;
    $g->{a} = $g->{b} ^ ($g->{b} >> 9);
    $g->{b} = ($g->{c} + (($g->{c} << 3) & $MASK)) & $MASK;
    $g->{c} = ((($g->{c} << 21 | $g->{c} >> 11) & $MASK) + $word) & $MASK;
    return $word;
}

sub draw_below {
    my ($bound) = @_;
    $run->{generator} ||= seeded($run->{seed});
    my $limit = 2**32 - 2**32 % $bound;
    while (1) {
        my $word = word($run->{generator});
        return $word % $bound if $word < $limit;
    }
}

sub throw_dice {     # so many faces under a name, logged
    my ($name, $die, $count) = @_;
    my @faces;
    if (!exists $run->{dice}{$name} && defined $run->{seed}) {
        my $sides = @{ $by_id{dice}{$die}{faces} };
        @faces = map { draw_below($sides) } 1 .. $count;
    }
    else {
        my $given = $run->{dice}{$name} || [];
        my $start = $run->{used}{$name} || 0;
        my $needed = $start + $count;
        fail("dice '$name': $needed needed, " . @$given . " given") if $needed > @$given;
        $run->{used}{$name} = $needed;
        @faces = @$given[$start .. $needed - 1];
    }
    push @{ $run->{draws} }, json_list(json_text($name), json_text($die), $_) for @faces;
    return \@faces;
}

# ---------------------------------------------------------------- expressions: each takes the node and the context {slots, face, card}

sub value {
    my ($expr, $ctx) = @_;
    my $code = $EXPR{ $expr->{kind} } or die "no expression '$expr->{kind}'";
    return $code->($expr, $ctx);
}

sub owner_of { my ($expr, $ctx) = @_; return defined $expr ? value($expr, $ctx) : 0 }

sub floored {        # quotient and rest
    my ($a, $b) = @_;
    use integer;
    my $quotient = $a / $b;
    my $rest = $a - $quotient * $b;
    if ($rest != 0 && ($rest < 0) != ($b < 0)) { $quotient -= 1; $rest += $b }
    return ($quotient, $rest);
}

my %TWO = (
    add => sub { $_[0] + $_[1] },
    mul => sub { $_[0] * $_[1] },
    min => sub { $_[0] < $_[1] ? $_[0] : $_[1] },
    max => sub { $_[0] > $_[1] ? $_[0] : $_[1] },
    and => sub { $_[0] && $_[1] ? 1 : 0 },
    or  => sub { $_[0] || $_[1] ? 1 : 0 },
    sub => sub { $_[0] - $_[1] },
    div => sub { (floored(@_))[0] },
    mod => sub { (floored(@_))[1] },
    cdiv => sub { -(floored(-$_[0], $_[1]))[0] },
    rdiv => sub { (floored(2 * $_[0] + $_[1], 2 * $_[1]))[0] },
    eq => sub { $_[0] == $_[1] ? 1 : 0 },
    ne => sub { $_[0] != $_[1] ? 1 : 0 },
    lt => sub { $_[0] < $_[1] ? 1 : 0 },
    le => sub { $_[0] <= $_[1] ? 1 : 0 },
    gt => sub { $_[0] > $_[1] ? 1 : 0 },
    ge => sub { $_[0] >= $_[1] ? 1 : 0 },
);
my %ONE = (neg => sub { -$_[0] }, abs => sub { abs $_[0] }, not => sub { $_[0] ? 0 : 1 });

my %LIST = (
    fill  => sub { my ($n, $v) = @_; return [ ($v) x ($n > 0 ? $n : 0) ] },
    put   => sub { my ($list, $place, $v) = @_; my @new = @$list; $new[ $place - 1 ] = $v; return \@new },
    first => sub { my ($list, $k) = @_; $k = 0 if $k < 0; $k = @$list if $k > @$list; return [ @$list[0 .. $k - 1] ] },
    sort  => sub { my ($list) = @_; return [ sort { $a <=> $b } @$list ] },
    best  => sub { my ($list, $k) = @_; return [ first_of([ sort { $b <=> $a } @$list ], $k) ] },
    worst => sub { my ($list, $k) = @_; return [ first_of([ sort { $a <=> $b } @$list ], $k) ] },
    at    => sub { my ($list, $place) = @_; return $list->[ $place - 1 ] },
    max   => sub { my ($list) = @_; return (sort { $b <=> $a } @$list)[0] || 0 },
    min   => sub { my ($list) = @_; return (sort { $a <=> $b } @$list)[0] || 0 },
    same  => sub { my ($list) = @_; return most_frequent(@$list) },
    size  => sub { my ($list) = @_; return scalar @$list },
);

sub first_of {
    my ($list, $k) = @_;
    $k = 0      if $k < 0;
    $k = @$list if $k > @$list;
    return @$list[0 .. $k - 1];
}

sub most_frequent {
    my %times;
    my $most = 0;
    for (@_) { $times{$_}++; $most = $times{$_} if $times{$_} > $most }
    return $most;
}

sub face_attr {
    my ($die, $face, $attr) = @_;
    my $faces = $by_id{dice}{$die}{faces};
    if ($attr eq 'face') {
        for my $place (0 .. $#$faces) { return $place if $faces->[$place]{id} eq $faces->[$face]{id} }
    }
    for my $pair (@{ $faces->[$face]{values} }) { return $pair->[1] if $pair->[0] eq $attr }
    return 0;
}

sub card_attr {
    my ($instance, $attr) = @_;
    my $place = $run->{state}{cards}[$instance];
    return $place if $attr eq 'id';
    my $card = $program->{cards}[$place];
    my %lists = (type => 'card_types', slot => 'slots', faction => 'factions');
    if (my $list = $lists{$attr}) {
        my $all = $program->{$list};
        for my $at (0 .. $#$all) { return $at if $all->[$at]{id} eq $card->{$attr} }
        return -1;
    }
    for my $pair (@{ $card->{values} }) { return $pair->[1] if $pair->[0] eq $attr }
    return 0;
}

%EXPR = (
    const => sub { return $_[0]{value} },
    var   => sub { my ($e, $ctx) = @_; return $ctx->{slots}{ $e->{name} } },
    op    => sub {
        my ($e, $ctx) = @_;
        my ($first, @rest) = map { value($_, $ctx) } @{ $e->{args} };
        return $ONE{ $e->{op} }->($first) if $ONE{ $e->{op} };
        $first = $TWO{ $e->{op} }->($first, $_) for @rest;
        return $first;
    },
    cond   => sub { my ($e, $ctx) = @_; return value(value($e->{test}, $ctx) ? $e->{yes} : $e->{no}, $ctx) },
    lookup => sub {
        my ($e, $ctx) = @_;
        my $table = $by_id{tables}{ $e->{table} };
        my @args = map { value($_, $ctx) } @{ $e->{args} };
        my $total = 0;
        $total += cell($table, $_, \@args, $e->{output}) for rows_of($table, \@args, $e->{output});
        return $total;
    },
    fold => sub {
        my ($e, $ctx) = @_;
        my $total = 0;
        $total += value($e->{body}, { %$ctx, face => [ $e->{die}, $_ ] }) for @{ value($e->{roll}, $ctx) };
        return $total;
    },
    face_attr => sub {
        my ($e, $ctx) = @_;
        my ($die, $face) = @{ $ctx->{face} };
        return $die eq '' ? $face : face_attr($die, $face, $e->{attr});
    },
    keep => sub {
        my ($e, $ctx) = @_;
        my $roll = value($e->{roll}, $ctx);
        my $count = value($e->{count}, $ctx);
        my $sign = is_true($e->{high}) ? -1 : 1;
        my @values = map { $sign * face_attr($e->{die}, $_, 'value') } @$roll;
        my @order = sort { $values[$a] <=> $values[$b] || $a <=> $b } 0 .. $#$roll;
        $count = 0 if $count < 0;
        $count = @order if $count > @order;
        return [ map { $roll->[$_] } sort { $a <=> $b } @order[0 .. $count - 1] ];
    },
    shape => sub {
        my ($e, $ctx) = @_;
        my $roll = value($e->{roll}, $ctx);
        return most_frequent(map { face_attr($e->{die}, $_, 'face') } @$roll) if $e->{what} eq 'same';
        my %there = map { face_attr($e->{die}, $_, 'value') => 1 } @$roll;
        my $longest = 0;
        for my $start (keys %there) {
            my $length = 1;
            $length++ while $there{ $start + $length };
            $longest = $length if $length > $longest;
        }
        return $longest;
    },
    dice    => sub { my ($e, $ctx) = @_; return scalar @{ value($e->{roll}, $ctx) } },
    list_op => sub { my ($e, $ctx) = @_; return $LIST{ $e->{op} }->(map { value($_, $ctx) } @{ $e->{args} }) },
    zone_size => sub { my ($e, $ctx) = @_; return scalar @{ $run->{state}{zones}{ $e->{zone} }[ owner_of($e->{owner}, $ctx) ] } },
    zone_fold => sub {
        my ($e, $ctx) = @_;
        my $pile = $run->{state}{zones}{ $e->{zone} }[ owner_of($e->{owner}, $ctx) ];
        my $total = 0;
        $total += value($e->{body}, { %$ctx, card => $_ }) for @$pile;
        return $total;
    },
    top_card => sub {
        my ($e, $ctx) = @_;
        my $pile = $run->{state}{zones}{ $e->{zone} }[ owner_of($e->{owner}, $ctx) ];
        for my $card (reverse @$pile) {
            return $card if !defined $e->{test} || value($e->{test}, { %$ctx, card => $card });
        }
        return -1;
    },
    card_attr => sub {
        my ($e, $ctx) = @_;
        return card_attr(defined $e->{card} ? value($e->{card}, $ctx) : $ctx->{card}, $e->{attr});
    },
    counter => sub { my ($e, $ctx) = @_; return $run->{state}{counters}{ $e->{counter} }[ owner_of($e->{owner}, $ctx) ] },
);

sub cell {
    my ($table, $row, $args, $output) = @_;
    my %slots;
    @slots{ map { $_->{name} } @{ $table->{inputs} } } = @$args;
    return value($row->{values}[$output], { slots => \%slots });
}

sub matches {
    my ($row, $args) = @_;
    for my $at (0 .. $#$args) {
        my $spans = $row->{when}[$at];
        next if !defined $spans;
        return 0 if !grep { $_->[0] <= $args->[$at] && $args->[$at] <= $_->[1] } @$spans;
    }
    return 1;
}

sub rows_of {        # the rows that count for an output
    my ($table, $args, $output) = @_;
    my @hit = grep { matches($_, $args) } @{ $table->{rows} };
    return @hit if $table->{policy} eq 'sum';
    return $hit[0] if $table->{policy} ne 'max';
    my (%best, @groups);
    for my $row (@hit) {
        my $group = $row->{group};
        push @groups, $group if !$best{$group};
        $best{$group} = $row if !$best{$group} || cell($table, $row, $args, $output) > cell($table, $best{$group}, $args, $output);
    }
    return map { $best{$_} } @groups;
}

# ---------------------------------------------------------------- text

sub in_words {
    my ($type, $value) = @_;
    my $kind = $type->{kind};
    return join ', ', map { $by_id{dice}{ $type->{ref} }{faces}[$_]{name} } @$value if $kind eq 'roll';
    return join ', ', @$value if $kind eq 'list';
    return $value ? 'true' : 'false' if $kind eq 'bool';
    return $by_id{enums}{ $type->{ref} }{members}[$value]{name} if $kind eq 'enum';
    return $program->{cards}[ $run->{state}{cards}[$value] ]{name} if $kind eq 'card';
    return $kind eq 'player' ? $value + 1 : $value;
}

sub text_of {
    my ($parts, $ctx) = @_;
    my $text = '';
    for my $part (@$parts) {
        if ($part->{table} ne '') {
            my $table = $by_id{tables}{ $part->{table} };
            my @args = map { value($_, $ctx) } @{ $part->{args} };
            my @labels = grep { $_ ne '' } map { $_->{label} } rows_of($table, \@args, 0);
            $text .= @labels ? join(' + ', @labels) : 'none';
        }
        elsif (defined $part->{value} && defined $part->{type}) { $text .= in_words($part->{type}, value($part->{value}, $ctx)) }
        else                                                    { $text .= $part->{text} }
    }
    return $text;
}

sub printed {
    my ($type, $value) = @_;
    my $kind = $type->{kind};
    return json_value($value) if $kind eq 'list';
    return $value ? 'true' : 'false' if $kind eq 'bool';
    return json_text($by_id{enums}{ $type->{ref} }{members}[$value]{id}) if $kind eq 'enum';
    return $value if $kind ne 'roll';
    my $faces = $by_id{dice}{ $type->{ref} }{faces};
    my @without = grep { my $face = $_; !grep { $_->[0] eq 'value' } @{ $face->{values} } } @$faces;
    return json_list(map { @without ? json_text($faces->[$_]{id}) : face_attr($type->{ref}, $_, 'value') } @$value);
}

# ---------------------------------------------------------------- statements: each takes the node and the context; 1 says that the procedure ends

sub play {
    my ($body, $ctx) = @_;
    for my $stmt (@$body) {
        my $code = $STMT{ $stmt->{kind} } or die "no statement '$stmt->{kind}'";
        return 1 if $code->($stmt, $ctx);
    }
    return 0;
}

sub ask {
    my ($stmt, $ctx, @offered) = @_;
    my $answer = shift @{ $run->{answers} };
    fail("$ctx->{procedure}: '$answer' is not legal for '$stmt->{slot}'") if !grep { $_ eq $answer } @offered;
    return $answer;
}

sub put_card {
    my ($pile, $card, $bottom) = @_;
    if (is_true($bottom)) { unshift @$pile, $card }
    else                  { push @$pile, $card }
}

%STMT = (
    let => sub {
        my ($s, $ctx) = @_;
        my $value = value($s->{value}, $ctx);
        fail("$ctx->{procedure}: '$s->{slot}' went past 2^53 - 1") if is_true($s->{checked}) && abs($value) > $MAX;
        $ctx->{slots}{ $s->{slot} } = $value;
        return 0;
    },
    note => sub {
        my ($s, $ctx) = @_;
        my ($value, $running) = map { printed($s->{type}, value($s->{$_}, $ctx)) } qw(value running);
        push @{ $run->{trace} }, json_list(json_text(text_of($s->{label}, $ctx)), $value, $running, json_text($s->{source}),
            json_text($ctx->{procedure}), $s->{step});
        return 0;
    },
    report => sub {
        my ($s, $ctx) = @_;
        my $told = json_text(text_of($s->{text}, $ctx));
        if ($s->{name} ne '') {
            my @fields = map { json_list(json_text($_->{name}), printed($_->{type}, value($_->{value}, $ctx))) } @{ $s->{fields} };
            $told = json_list(json_text($s->{name}), json_list(@fields));
        }
        push @{ $run->{told} }, $told;
        return 0;
    },
    roll => sub {
        my ($s, $ctx) = @_;
        my $count = value($s->{count}, $ctx);
        $ctx->{slots}{ $s->{slot} } = throw_dice($s->{name}, $s->{die}, $count > 0 ? $count : 0);
        return 0;
    },
    reroll => sub {
        my ($s, $ctx) = @_;
        my @roll = @{ $ctx->{slots}{ $s->{slot} } };
        my $limit = value($s->{limit}, $ctx);
        my @again = grep { value($s->{test}, { %$ctx, face => [ $s->{die}, $roll[$_] ] }) } 0 .. $#roll;
        $limit = 0 if $limit < 0;
        $#again = $limit - 1 if @again > $limit;
        my $fresh = throw_dice($s->{name}, $s->{die}, scalar @again);
        @roll[@again] = @$fresh;
        $ctx->{slots}{ $s->{slot} } = \@roll;
        return 0;
    },
    if => sub { my ($s, $ctx) = @_; return play(value($s->{test}, $ctx) ? $s->{then} : $s->{orelse}, $ctx) },
    match => sub {
        my ($s, $ctx) = @_;
        my $value = value($s->{on}, $ctx);
        for my $case (@{ $s->{cases} }) {
            return play($case->{body}, $ctx) if grep { $_ == $value } @{ $case->{values} };
        }
        return play($s->{orelse}, $ctx);
    },
    each => sub {
        my ($s, $ctx) = @_;
        my ($low, $high) = map { value($s->{$_}, $ctx) } qw(low high);
        for my $number ($low .. $high) {
            $ctx->{slots}{ $s->{slot} } = $number;
            return 1 if play($s->{body}, $ctx);
        }
        return 0;
    },
    repeat => sub {
        my ($s, $ctx) = @_;
        my $limit = defined $s->{limit} ? value($s->{limit}, $ctx) : undef;
        for (my $passes = 0; !defined $limit || $passes < $limit; $passes++) {
            return 1 if play($s->{body}, $ctx);
            last if value($s->{until}, $ctx);
        }
        return 0;
    },
    call => sub {
        my ($s, $ctx) = @_;
        my $results = enter($by_id{procedures}{ $s->{procedure} }, map { value($_, $ctx) } @{ $s->{args} });
        $ctx->{slots}{ $_->[1] } = $results->{ $_->[0] } for @{ $s->{take} };
        return 0;
    },
    choose => sub {
        my ($s, $ctx) = @_;
        my @legal = grep { !defined $_->{test} || value($_->{test}, $ctx) } @{ $s->{options} };
        my $taken;
        if (grep { $_->{id} ne $s->{fallback} } @legal) {
            my $answer = ask($s, $ctx, map { $_->{id} } @legal);
            ($taken) = grep { $_->{id} eq $answer } @legal;
        }
        else {
            ($taken) = grep { $_->{id} eq $s->{fallback} } @{ $s->{options} };
            fail("$ctx->{procedure}: no option of '$s->{slot}' is legal") if !$taken;
        }
        $ctx->{slots}{ $s->{slot} } = $taken->{value};
        return 0;
    },
    pick => sub {
        my ($s, $ctx) = @_;
        my $pile = $run->{state}{zones}{ $s->{zone} }[ owner_of($s->{owner}, $ctx) ];
        my @legal = sort { $a <=> $b } grep { !defined $s->{test} || value($s->{test}, { %$ctx, card => $_ }) } @$pile;
        return play($s->{orelse}, $ctx) if !@legal;
        $ctx->{slots}{ $s->{slot} } = ask($s, $ctx, @legal);
        return play($s->{then}, $ctx);
    },
    change => sub {
        my ($s, $ctx) = @_;
        my $counter = $by_id{counters}{ $s->{counter} };
        my $row = $run->{state}{counters}{ $s->{counter} };
        my $owner = owner_of($s->{owner}, $ctx);
        my $value = value($s->{by}, $ctx);
        $value += $row->[$owner] if !is_true($s->{is_set});
        my ($low, $high) = @$counter{qw(low high)};
        if ($value < $low || $value > $high) {
            fail("$counter->{name} would be $value, outside $low to $high") if $counter->{past} eq 'illegal';
            $value = $value < $low ? $low : $high;
        }
        $row->[$owner] = $value;
        return 0;
    },
    move => sub {
        my ($s, $ctx) = @_;
        my $zones = $run->{state}{zones};
        my $moved = 0;
        if (defined $s->{card}) {
            my $card = value($s->{card}, $ctx);
            my $target = $zones->{ $s->{target} }[ owner_of($s->{target_owner}, $ctx) ];
            for my $pile (map { @{ $zones->{$_} } } sort keys %$zones) {
                next if $moved || !grep { $_ == $card } @$pile;
                @$pile = grep { $_ != $card } @$pile;
                put_card($target, $card, $s->{bottom});
                $moved = 1;
            }
        }
        else {
            my $source = $zones->{ $s->{source} }[ owner_of($s->{source_owner}, $ctx) ];
            my $count = value($s->{count}, $ctx);
            my $target = $zones->{ $s->{target} }[ owner_of($s->{target_owner}, $ctx) ];
            $count = @$source if $count > @$source;
            while ($moved < $count) {
                put_card($target, pop @$source, $s->{bottom});
                $moved++;
            }
        }
        $ctx->{slots}{ $s->{moved} } = $moved if $s->{moved} ne '';
        return 0;
    },
    shuffle => sub {
        my ($s, $ctx) = @_;
        my $owner = owner_of($s->{owner}, $ctx);
        my $pile = $run->{state}{zones}{ $s->{zone} }[$owner];
        my @draws;
        for my $place (reverse 1 .. $#$pile) {
            fail("zone '$s->{zone}': a shuffle needs a seed") if !defined $run->{seed};
            my $other = draw_below($place + 1);
            @$pile[ $place, $other ] = @$pile[ $other, $place ];
            push @draws, $other;
        }
        push @{ $run->{draws} }, json_list('"shuffle"', json_text($s->{zone}), $owner, json_list(@draws));
        return 0;
    },
    stop => sub { return 1 },
);

# ---------------------------------------------------------------- procedures and cases

sub enter {
    my ($procedure, @args) = @_;
    my %slots;
    @slots{ map { $_->{name} } @{ $procedure->{inputs} } } = @args;
    play($procedure->{body}, { slots => \%slots, procedure => $procedure->{id} });
    return { map { $_->{name} => $slots{ $_->{name} } } @{ $procedure->{results} } };
}

sub check_input {
    my ($procedure, $input, $value) = @_;
    my $type = $input->{type};
    my ($low, $high) = @$type{qw(low high)};
    my $kind = $type->{kind};
    ($low, $high) = (0, 1) if $kind eq 'bool';
    ($low, $high) = (0, $run->{state}{players} - 1) if $kind eq 'player';
    ($low, $high) = (0, $#{ $run->{state}{cards} }) if $kind eq 'card';
    return if (!defined $low || $low <= $value) && (!defined $high || $value <= $high) && abs($value) <= $MAX;
    my $wanted = "a $kind";
    if ($kind eq 'int') {
        $wanted = 'a whole number' . (defined $low ? " from $low" : '') . (defined $high ? " to $high" : '');
    }
    my $where = $input->{source} ne '' ? " ($input->{source})" : '';
    fail("$procedure: '$input->{name}' must be $wanted$where, not $value");
}

sub run_case {
    my ($case) = @_;
    my $name = $case->{procedure};
    my $procedure = $by_id{procedures}{$name} or fail("there is no procedure '$name'");
    my %known = map { $_->{name} => 1 } @{ $procedure->{inputs} };
    for my $input (sort keys %{ $case->{inputs} }) {
        fail("$name: there is no input '$input'") if !$known{$input};
    }
    my @args;
    for my $input (@{ $procedure->{inputs} }) {
        my $value = exists $case->{inputs}{ $input->{name} } ? $case->{inputs}{ $input->{name} } : $input->{default};
        fail("$name: '$input->{name}' must be given") if !defined $value;
        check_input($name, $input, $value);
        push @args, $value;
    }
    my $results = enter($procedure, @args);
    for my $roll (sort keys %{ $run->{dice} }) {
        my ($given, $used) = (scalar @{ $run->{dice}{$roll} }, $run->{used}{$roll} || 0);
        fail("dice '$roll': $given given, only $used needed") if $used < $given;
    }
    my $state = $run->{state};
    my @order = @{ $procedure->{results} };
    return json_object(
        results => json_object(map { $_->{name} => json_value($results->{ $_->{name} }) } @order),
        printed => json_object(map { $_->{name} => printed($_->{type}, $results->{ $_->{name} }) } @order),
        draws   => json_list(@{ $run->{draws} }),
        trace   => json_list(@{ $run->{trace} }),
        told    => json_list(@{ $run->{told} }),
        after   => json_object(
            players  => $state->{players},
            cards    => json_value($state->{cards}),
            counters => json_object(map { $_ => json_value($state->{counters}{$_}) } sort keys %{ $state->{counters} }),
            zones    => json_object(map { $_ => json_value($state->{zones}{$_}) } sort keys %{ $state->{zones} }),
        ),
    );
}

sub new_state {
    my ($players) = @_;
    my %owners = (player => $players, game => 1, map { $_->{id} => scalar @{ $_->{cells} } } @{ $program->{spaces} });
    return {
        players  => $players,
        cards    => [],
        counters => { map { $_->{id} => [ ($_->{start}) x $owners{ $_->{owner} } ] } @{ $program->{counters} } },
        zones    => { map { $_->{id} => [ map { [] } 1 .. $owners{ $_->{owner} } ] } @{ $program->{zones} } },
    };
}

if (@ARGV && $ARGV[0] eq '--kinds') {
    print join(' ', sort(keys %EXPR), sort(keys %STMT)), "\n";
    exit 0;
}

my $file = shift @ARGV or die "usage: perl interpreter.pl VECTORS.json\n";
open my $handle, '<', $file or die "cannot read $file: $!\n";
my $vectors = parse_json(do { local $/; <$handle> });
$program = $vectors->{program};
die "this engine reads IR version 4\n" if $program->{ir_version} != 4;
for my $kind (qw(enums dice tables counters procedures)) {
    $by_id{$kind} = { map { $_->{id} => $_ } @{ $program->{$kind} } };
}
for my $case (@{ $vectors->{cases} }) {
    $run = {
        state => $case->{state} || new_state(2), dice => $case->{dice}, seed => $case->{seed}, answers => [ @{ $case->{choices} } ],
        used => {}, draws => [], trace => [], told => [],
    };
    my $answer = eval { run_case($case) };
    if (my $error = $@) {
        die $error if !ref $error;
        $answer = json_object(error => json_text($error->{sentence}));
    }
    print "$answer\n";
}
