"""The component in Python, by wasmtime (`pip install wasmtime`).

Functions of the interface are called by their names in wit/polymerge.wit. Faults are exceptions.
"""

import wasmtime
from wasmtime import component as wasm

INTERFACE = "polymerge:engine/games@0.1.0"


class Fault(Exception):
    """A fault of the component: its kind and its stable name."""

    def __init__(self, fault):
        super().__init__(fault.message)
        self.kind, self.code = fault.kind, fault.code


class Polymerge:
    """An instance of the component."""

    def __init__(self, path):
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        code = wasm.Component.from_file(engine, path)
        self.imports = list(code.type.imports(engine))
        # Nothing is linked: the component imports nothing.
        self.instance = wasm.Linker(engine).instantiate(self.store, code)
        self.interface = self.instance.get_export_index(self.store, INTERFACE)
        self.functions = {}

    def call(self, name, *arguments):
        """Calls a function: `open`; `[method]game.play`, with the game first."""
        if name not in self.functions:
            index = self.instance.get_export_index(self.store, name, self.interface)
            function = self.instance.get_func(self.store, index)
            self.functions[name] = function, function.type(self.store).result
        function, returned = self.functions[name]
        found = function(self.store, *arguments)
        if isinstance(returned, wasm.ResultType):
            # wasmtime tags results only where both of their types are alike, such as two records.
            fault = found if isinstance(found, wasm.Record) else None
            if isinstance(found, wasm.Variant):
                fault = found.payload if found.tag == "err" else None
                found = found.payload
            if fault is not None:
                raise Fault(fault)
        return found

    def method(self, name, *arguments):
        """Calls a method: `game.play`."""
        return self.call(f"[method]{name}", *arguments)
