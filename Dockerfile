# Jupyter with the GoNB kernel and fsnb, for Docker and for Binder: docs/docker.md tells how to run it.
# The steps are those of script/setup, which a bare machine takes too.
FROM golang:1.26.8-bookworm

# Binder gives these two, and forbids root.
ARG NB_USER=jovyan
ARG NB_UID=1000

# Kernel, tools and caches lie outside HOME, where a mounted folder cannot hide them.
ENV USER=${NB_USER} \
    NB_UID=${NB_UID} \
    HOME=/home/${NB_USER} \
    FSNB_TOOLS=/opt/fsnb \
    JUPYTER_PATH=/opt/fsnb/jupyter \
    GOPATH=/opt/fsnb/go \
    GOCACHE=/opt/fsnb/cache \
    GOTOOLCHAIN=local

RUN useradd --create-home --shell /bin/bash --uid ${NB_UID} ${NB_USER}

# The system's packages are a layer of their own: they change least.
COPY script/setup script/lib.sh /tmp/setup/script/
RUN bash /tmp/setup/script/setup --system \
 && rm -rf /tmp/setup /var/lib/apt/lists/* \
 && chown -R ${NB_UID}:${NB_UID} ${FSNB_TOOLS}

COPY --chown=${NB_UID}:${NB_UID} . ${HOME}
RUN chown ${NB_UID}:${NB_UID} ${HOME}
USER ${NB_USER}
WORKDIR ${HOME}

# Tools, kernel, and a run of the quickstart: the first cell of a reader finds everything compiled.
RUN go build ./... && script/notebook

EXPOSE 8888
ENTRYPOINT []
CMD ["jupyter-notebook", "--ip=0.0.0.0", "--port=8888", "--no-browser", "--notebook-dir=notebooks"]
