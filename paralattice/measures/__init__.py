"""Automatic measures of sentences, trees and settings."""
