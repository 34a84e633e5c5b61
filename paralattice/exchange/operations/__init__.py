"""Operations on a frame: each module proposes one kind."""
