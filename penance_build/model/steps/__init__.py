"""Steps to IR statements, with the flow of types along them."""
