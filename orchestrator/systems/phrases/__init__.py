"""Lattices from merged trees and their evaluation (Pang, Knight & Marcu 2003)."""
