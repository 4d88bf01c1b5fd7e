"""The standards of PDF for presses: what a file says of itself, of its condition, and when."""

from __future__ import annotations

import hashlib
from xml.sax.saxutils import escape

from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from penance_build.exits.press_form import X1A, X4
from penance_build.exits.separation.icc import Icc
from penance_build.ir.record import Record

# The standards ask for times. A file that is the same whenever it is made says one of them.
_TIME, _TIME_XMP = "D:20000101000000Z", "2000-01-01T00:00:00Z"
_REGISTRY = "http://www.color.org"
_MAKER = "Penance Build"
_VERSIONS = {X1A: ("PDF/X-1a:2003", "1.4"), X4: ("PDF/X-4", "1.6")}


class Standard(Record):
    """A standard (``pdf/x-1a`` or ``pdf/x-4``), the registered name of a condition, and the profile of the press where there is one."""

    name: str
    condition: str
    icc: Icc | None

    @property
    def may_be_clear(self) -> bool:
        """Whether something may let through what is behind it."""
        return self.name == X4

    @property
    def version(self) -> str:
        """The version of PDF that it is built on."""
        return _VERSIONS[self.name][1]

    def label(self, pdf: Pdf, title: str) -> None:
        """Write what the standard asks for into the catalogue and the information of a file."""
        called, _ = _VERSIONS[self.name]
        pdf.Root.OutputIntents = Array([pdf.make_indirect(self._intent(pdf))])
        about = {"/Title": title, "/Creator": _MAKER, "/Producer": _MAKER, "/CreationDate": _TIME, "/ModDate": _TIME}
        for key, value in about.items():
            pdf.docinfo[key] = String(value)
        pdf.docinfo["/Trapped"] = Name("/False")
        if self.name == X1A:
            pdf.docinfo["/GTS_PDFXVersion"] = String(called)
        else:
            data = _metadata(title, called).encode("utf-8")
            stream = Stream(pdf, data)
            stream.stream_dict.Type, stream.stream_dict.Subtype = Name.Metadata, Name.XML
            pdf.Root.Metadata = pdf.make_indirect(stream)

    def _intent(self, pdf: Pdf) -> Dictionary:
        made = Dictionary(Type=Name.OutputIntent, S=Name("/GTS_PDFX"))
        if self.icc is None:
            made.OutputConditionIdentifier, made.OutputCondition = String(self.condition), String(self.condition)
            made.RegistryName, made.Info = String(_REGISTRY), String(self.condition)
            return made
        made.OutputConditionIdentifier, made.Info = String("Custom"), String(self.icc.name)
        profile = Stream(pdf, self.icc.data)
        profile.stream_dict.N = 4
        made.DestOutputProfile = pdf.make_indirect(profile)
        return made


def _metadata(title: str, called: str) -> str:
    """The metadata of PDF/X-4; the id of the document is made of its title, for chance is in no file."""
    made = hashlib.sha256(title.encode("utf-8")).hexdigest()
    id_ = "-".join((made[:8], made[8:12], f"5{made[13:16]}", f"8{made[17:20]}", made[20:32]))  # of the fifth kind: from a name
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>
   <xmp:CreateDate>{_TIME_XMP}</xmp:CreateDate>
   <xmp:ModifyDate>{_TIME_XMP}</xmp:ModifyDate>
   <xmp:MetadataDate>{_TIME_XMP}</xmp:MetadataDate>
   <xmp:CreatorTool>{_MAKER}</xmp:CreatorTool>
   <xmpMM:DocumentID>uuid:{id_}</xmpMM:DocumentID>
   <xmpMM:VersionID>1</xmpMM:VersionID>
   <xmpMM:RenditionClass>default</xmpMM:RenditionClass>
   <pdf:Producer>{_MAKER}</pdf:Producer>
   <pdf:Trapped>False</pdf:Trapped>
   <pdfxid:GTS_PDFXVersion>{called}</pdfxid:GTS_PDFXVersion>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"""
