"""A TCP proxy before a server that watches, holds back or drops what goes through."""

import contextlib
import socket
import struct
import threading


class TcpProxy:
    """Carries bytes between clients and a server until it is closed.

    Parameters
    ----------
    port
        The server's port on 127.0.0.1.
    host
        The address on which it listens.
    watch
        Called with the words of every command that a client sends, before the server sees it.
    """

    def __init__(self, port, host="127.0.0.1", watch=None):
        self._inside = ("127.0.0.1", port)
        self._watch = watch
        self._open = threading.Event()
        self._open.set()
        self._pairs = set()
        self._hung = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server((host, 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def cut(self):
        """Hold back everything from now on; no connection is closed."""
        self._open.clear()

    def mend(self):
        """Let everything through again, what was held back first."""
        self._open.set()

    def hang(self):
        """Forget the connections of now, as a router does: they stay open, but nothing comes through."""
        with self._lock:
            self._hung |= self._pairs
            return len(self._pairs)

    def slam(self):
        """End all connections by a reset; return how many there were."""
        with self._lock:
            pairs, self._pairs = self._pairs, set()
        for pair in pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    end.shutdown(socket.SHUT_RDWR)
        return len(pairs)

    def close(self):
        """Stop listening and end all connections."""
        self._open.set()
        self._listener.close()
        self.slam()

    def _serve(self):
        while True:
            try:
                outer, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(outer,), daemon=True).start()

    def _connect(self, outer):
        self._open.wait()
        try:
            inner = socket.create_connection(self._inside)
        except OSError:
            outer.close()
            return
        with self._lock:
            self._pairs.add(pair := (outer, inner))
        reader = Commands(self._watch).feed if self._watch else None
        back = threading.Thread(target=self._carry, args=(pair, inner), daemon=True)
        back.start()
        self._carry(pair, outer, reader)
        back.join()
        with self._lock:
            self._pairs.discard(pair)
            self._hung.discard(pair)
        outer.close()
        inner.close()

    def _carry(self, pair, source, reader=None):
        target = next(end for end in pair if end is not source)
        with contextlib.suppress(OSError):
            while content := source.recv(65536):
                self._open.wait()
                if pair in self._hung:
                    continue
                if reader:
                    reader(content)
                target.sendall(content)
        if pair in self._hung:
            # Not even that one end is closed reaches the other.
            return
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Commands:
    """Finds the commands in what a client of Redis sends: arrays of texts with their lengths.

    Parameters
    ----------
    watch
        Called with the words of each command.
    """

    def __init__(self, watch):
        self._watch = watch
        self._rest = b""

    def feed(self, content):
        """Take in some more bytes."""
        self._rest += content
        while (end := self._whole()) is not None:
            self._rest = self._rest[end:]

    def _whole(self):
        """Report the first command, if all of it is there, and return where it ends."""
        line, found, _ = self._rest.partition(b"\r\n")
        if not found:
            return None
        assert line.startswith(b"*"), line
        words, position = [], len(line) + 2
        for _ in range(int(line[1:])):
            size_end = self._rest.find(b"\r\n", position)
            if size_end < 0:
                return None
            start = size_end + 2
            end = start + int(self._rest[position + 1 : size_end])
            if len(self._rest) < end + 2:
                return None
            words.append(self._rest[start:end])
            position = end + 2
        self._watch(words)
        return position
