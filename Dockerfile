# One image for workers, the submitting side and Flower: `docker build -t paralattice .`
# Any image with Python 3.11 or later and pip.
ARG BASE=python:3.12-slim
FROM $BASE

# PyTorch without CUDA, as in the Makefile: CUDA adds gigabytes that are not used.
ARG TORCH=torch==2.13.0
ARG TORCH_CPU_INDEX=https://download.pytorch.org/whl/cpu
WORKDIR /build
COPY constraints.txt ./
RUN pip install --no-cache-dir --no-compile -c constraints.txt --upgrade pip
# The package has its own test programs, headers and a compiler of protocols, 200 MB, which nothing needs.
RUN { pip install --no-cache-dir --no-compile -c constraints.txt --extra-index-url "$TORCH_CPU_INDEX" "$TORCH+cpu" \
 || pip install --no-cache-dir --no-compile -c constraints.txt "$TORCH"; } \
 && cd "$(python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/torch" \
 && rm -rf test include bin/*[Tt]est* bin/protoc*

COPY pyproject.toml README.md LICENSE ./
COPY paralattice paralattice
COPY workers workers
COPY tasks tasks
COPY orchestrator orchestrator
RUN pip install --no-cache-dir --no-compile -c constraints.txt ".[encoders,s3,web]" && rm -rf /build

# WordNet, 30 MB, for synonyms of phrases and rewordings; on a base that is not Debian's use `--wordnet FOLDER`.
RUN if command -v apt-get; then \
      apt-get update -qq && apt-get install -qq --no-install-recommends wordnet-base && rm -rf /var/lib/apt/lists/* /var/cache/apt/*; \
    fi

# Compile the modules that are used; pip would compile all, 230 MB.
RUN cd "$(python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
 && python -m compileall -q paralattice workers tasks orchestrator \
 && python -c "import flower.app, matplotlib.figure, obstore, safetensors, trafilatura, paralattice.adapters.chart.parsing"

# Owner of the files that containers write; for your own number use `--build-arg UID=$(id -u)`.
ARG UID=1000
RUN useradd --uid "$UID" --create-home paralattice \
 && install --directory --owner paralattice /data /data/store /data/runs /data/flower
USER paralattice
# An empty folder, because files of the current folder could shadow modules.
WORKDIR /data

# Compile the loops of parsing, alignment and sampling once, not in every container.
RUN python -c "import paralattice; from paralattice import align, lattice; align.prepare_alignment(); lattice.prepare_lattices(); paralattice.parse(['A bridge was closed.'])"

ENTRYPOINT ["orchestrator"]
CMD ["--help"]
