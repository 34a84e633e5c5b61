"""The methods, an object each: what they read and make, and how their versions are shown."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.methods.method import Method as Method
    from paralattice.methods.method import MethodVersion as MethodVersion
    from paralattice.methods.registry import METHODS as METHODS
    from paralattice.methods.registry import best_first as best_first
    from paralattice.methods.registry import find_version as find_version
    from paralattice.methods.registry import is_syntactic as is_syntactic
    from paralattice.methods.registry import method_of as method_of
    from paralattice.methods.registry import methods_of as methods_of
    from paralattice.methods.registry import version_names as version_names
else:
    load_at_first_use(__name__)
