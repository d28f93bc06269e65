# JupyterLab with the GoNB kernel and fsnb, for Docker and for Binder: docs/docker.md tells how to run it.
# The steps are those of script/setup, which a bare machine takes too.

# Go, without its own tests.
FROM golang:1.26.8-trixie AS go
RUN cd /usr/local/go \
 && rm -rf api doc misc test \
 && find src -name testdata -prune -exec rm -rf {} + \
 && find src -name '*_test.go' -delete

# Kernel, tools and caches lie outside HOME, where a mounted folder cannot hide them.
FROM debian:trixie-slim AS system
# Binder gives these two, and forbids root.
ARG NB_USER=jovyan
ARG NB_UID=1000
ENV USER=${NB_USER} \
    NB_UID=${NB_UID} \
    HOME=/home/${NB_USER} \
    PATH=/opt/fsnb/bin:/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    FSNB_TOOLS=/opt/fsnb \
    JUPYTER_PATH=/opt/fsnb/jupyter \
    JUPYTER_CONFIG_PATH=/opt/fsnb/jupyter/config \
    GOPATH=/opt/fsnb/go \
    GOCACHE=/opt/fsnb/cache \
    GOTOOLCHAIN=local
RUN useradd --create-home --shell /bin/bash --uid ${NB_UID} ${NB_USER}
# The system's packages are a layer of their own: they change least.
COPY script/setup script/lib.sh /tmp/setup/script/
RUN bash /tmp/setup/script/setup --lean \
 && rm -rf /tmp/setup /var/lib/apt/lists/* /var/cache/apt/* \
 && chown -R ${NB_UID}:${NB_UID} ${FSNB_TOOLS}

# The tools, of which only the programs are kept.
FROM system AS tools
COPY --from=go /usr/local/go /usr/local/go
COPY script/setup script/lib.sh /tmp/setup/script/
COPY tools /tmp/setup/tools
RUN bash /tmp/setup/script/setup --tools

# The project, and a run of the quickstart: the first cell of a reader finds everything compiled, and
# the first completion gopls's cache filled.
FROM system AS project
COPY --from=go /usr/local/go /usr/local/go
COPY --from=tools --chown=${NB_UID}:${NB_UID} /opt/fsnb/bin /opt/fsnb/bin
COPY --from=tools --chown=${NB_UID}:${NB_UID} /opt/fsnb/stamp /opt/fsnb/stamp
COPY --chown=${NB_UID}:${NB_UID} . ${HOME}
RUN chown ${NB_UID}:${NB_UID} ${HOME}
USER ${USER}
WORKDIR ${HOME}
RUN script/notebook \
 && bash -c '. script/lib.sh && . script/run.sh && use_tools && warm_gopls' \
 && rm -rf ${GOPATH}/pkg/mod/cache/download/*/*/*/@v/*.zip

# What runs the tests: docker build --target test -t fsnb-test . && docker run --rm fsnb-test
FROM project AS test
USER root
RUN script/setup --browser \
 && chown -R ${NB_UID}:${NB_UID} ${FSNB_TOOLS}
USER ${USER}
CMD ["script/test"]

FROM system
COPY --from=project /usr/local/go /usr/local/go
COPY --from=project --chown=${NB_UID}:${NB_UID} ${FSNB_TOOLS} ${FSNB_TOOLS}
COPY --from=project --chown=${NB_UID}:${NB_UID} ${HOME} ${HOME}
USER ${USER}
WORKDIR ${HOME}
EXPOSE 8888
ENTRYPOINT []
CMD ["jupyter-lab", "--ip=0.0.0.0", "--port=8888", "--no-browser", "--ServerApp.root_dir=notebooks", "--LabApp.default_url=/lab/tree/quickstart.ipynb"]
