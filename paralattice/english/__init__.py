"""English: the only package that has English words."""
