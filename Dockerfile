# One image for workers, the submitting side and Flower: `docker build -t paralattice .`
FROM python:3.12-slim

# PyTorch without CUDA, as in the Makefile: CUDA adds gigabytes that are not used.
ARG TORCH=torch==2.13.0
ARG TORCH_CPU_INDEX=https://download.pytorch.org/whl/cpu
WORKDIR /build
COPY constraints.txt ./
RUN pip install --no-cache-dir -c constraints.txt --extra-index-url "$TORCH_CPU_INDEX" "$TORCH+cpu" \
 || pip install --no-cache-dir -c constraints.txt "$TORCH"

COPY pyproject.toml README.md LICENSE ./
COPY paralattice paralattice
COPY workers workers
COPY tasks tasks
COPY orchestrator orchestrator
RUN pip install --no-cache-dir -c constraints.txt . && rm -rf /build

# Owner of the files that containers write; for your own number use `--build-arg UID=$(id -u)`.
ARG UID=1000
RUN useradd --uid "$UID" --create-home paralattice \
 && install --directory --owner paralattice /data /data/store /data/runs /data/flower
USER paralattice
# An empty folder, because files of the current folder could shadow modules.
WORKDIR /data

# Compile the functions of alignment and sampling once, not in every container.
RUN python -c "from paralattice import align, lattice; align.prepare_alignment(); lattice.prepare_lattices()"

ENTRYPOINT ["orchestrator"]
CMD ["--help"]
