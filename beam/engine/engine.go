// Package engine runs pipelines of Apache Beam: on Prism in this process, on a job service (Prism
// elsewhere, Flink, Spark), or on Dataflow.
//
// Beam's own runner of a job service waits for the end and forgets the job when it is interrupted.
// This one is made of the same steps (runnerlib), follows the counters of the job meanwhile, and
// cancels it. The flags of a run are those of Beam (options/jobopts).
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/metricsx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/runnerlib"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
	"google.golang.org/grpc"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/harness/init" // makes this binary a worker
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
)

// Runners are the names of Run.
func Runners() []string {
	return []string{"prism", "universal", "flink", "spark", "dataflow"}
}

// Local reports whether the workers of a runner are this process (LOOPBACK), with its files.
func Local(runner string) bool {
	return runner == "prism" && *jobopts.EnvironmentType == "" || jobopts.IsLoopback()
}

// Counters are those of a job, by name.
type Counters map[string]int64

// Run runs a pipeline and returns its counters. progress, which may be nil, is called with those
// so far.
//
// It returns an error for a runner that is not known, for an endpoint that is missing or does not
// answer, and when the job fails; a canceled context cancels the job and returns ctx.Err().
func Run(ctx context.Context, runner string, p *beam.Pipeline, progress func(Counters)) (Counters,
	error) {
	switch runner {
	case "prism":
		if *jobopts.Endpoint == "" {
			endpoint, err := StartPrism(0)
			if err != nil {
				return nil, err
			}
			*jobopts.Endpoint = endpoint // further pipelines of this process use it
		}
		if *jobopts.EnvironmentType == "" {
			*jobopts.EnvironmentType = "LOOPBACK"
		}
	case "universal", "flink", "spark":
		if *jobopts.Endpoint == "" {
			return nil, fmt.Errorf("-runner=%s needs the address of its job service; give "+
				"-endpoint, such as localhost:8073", runner)
		}
	case "dataflow":
		result, err := beam.Run(ctx, runner, p)
		if err != nil {
			return nil, brief(err)
		}
		return countersOf(result.Metrics()), nil
	default:
		return nil, fmt.Errorf("unknown runner %q; give one of %s", runner,
			strings.Join(Runners(), ", "))
	}
	if strings.EqualFold(*jobopts.EnvironmentType, "docker") && *jobopts.EnvironmentConfig == "" {
		return nil, errors.New("-environment_type=DOCKER needs the image of the workers; give " +
			"-environment_config")
	}
	j, err := submit(ctx, p)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	defer j.close()
	return j.wait(ctx, progress)
}

// job is a job that runs.
type job struct {
	id       string
	client   jobpb.JobServiceClient
	pipeline *pipepb.Pipeline
	closers  []func()
}

func (j *job) close() {
	for _, c := range slices.Backward(j.closers) {
		c()
	}
}

// answer is how long a job service may take to answer the first time.
const answer = 20 * time.Second

// submit starts a job.
func submit(ctx context.Context, p *beam.Pipeline) (_ *job, err error) {
	j := &job{}
	defer func() {
		if err != nil {
			j.close()
		}
	}()
	edges, _, err := p.Build()
	if err != nil {
		return nil, err
	}
	config := jobopts.GetEnvironmentConfig
	binary := *jobopts.WorkerBinary
	if jobopts.IsLoopback() {
		workers, err := extworker.StartLoopback(ctx, 0)
		if err != nil {
			return nil, fmt.Errorf("cannot start workers in this process: %w", err)
		}
		j.closers = append(j.closers, func() { workers.Stop(context.WithoutCancel(ctx)) })
		config = workers.EnvironmentConfig
		if binary, err = placeholder(); err != nil {
			return nil, err
		}
		j.closers = append(j.closers, func() { os.Remove(binary) })
	} else if binary == "" {
		if binary, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("cannot find this program for the workers: %w; name it by "+
				"-worker_binary", err)
		}
	}
	environment, err := graphx.CreateEnvironment(ctx, jobopts.GetEnvironmentUrn(ctx), config)
	if err != nil {
		return nil, err
	}
	j.pipeline, err = graphx.Marshal(edges, &graphx.Options{Environment: environment,
		PipelineResourceHints: jobopts.GetPipelineResourceHints()})
	if err != nil {
		return nil, err
	}
	if err := runnerlib.UpdateGoEnvironmentWorker(binary, j.pipeline); err != nil {
		return nil, fmt.Errorf("cannot read the program of the workers: %w", err)
	}
	endpoint := *jobopts.Endpoint
	// gRPC tries again for the whole of its time what is refused at once.
	reached, err := (&net.Dialer{Timeout: answer}).DialContext(ctx, "tcp", endpoint)
	var connection *grpc.ClientConn
	if err == nil {
		reached.Close()
		connection, err = grpcx.Dial(ctx, endpoint, answer)
	}
	if err != nil {
		return nil, fmt.Errorf("no job service answers at %s; start one, such as script/prism, or "+
			"give another -endpoint", endpoint)
	}
	j.closers = append(j.closers, func() { connection.Close() })
	j.client = jobpb.NewJobServiceClient(connection)
	id, artifacts, token, err := runnerlib.Prepare(ctx, j.client, j.pipeline,
		&runnerlib.JobOptions{Name: jobopts.GetJobName(), Experiments: jobopts.GetExperiments(),
			Worker: binary, RetainDocker: *jobopts.RetainDockerContainers,
			Parallelism: *jobopts.Parallelism, Loopback: jobopts.IsLoopback()})
	if err != nil {
		return nil, fmt.Errorf("%s does not take the job: %w", endpoint, brief(err))
	}
	if token, err = runnerlib.Stage(ctx, id, artifacts, binary, token); err != nil {
		return nil, fmt.Errorf("%s does not take the program of the workers: %w", endpoint,
			brief(err))
	}
	if j.id, err = runnerlib.Submit(ctx, j.client, id, token); err != nil {
		return nil, fmt.Errorf("%s does not start the job: %w", endpoint, brief(err))
	}
	return j, nil
}

// placeholder is the program of workers that are this process.
func placeholder() (string, error) {
	f, err := os.CreateTemp("", "fsnb-beam-*")
	if err != nil {
		return "", fmt.Errorf("cannot make a temporary file: %w", err)
	}
	return f.Name(), f.Close()
}

// often is how often the counters of a job are asked for.
const often = 250 * time.Millisecond

// wait waits for the end of the job.
func (j *job) wait(ctx context.Context, progress func(Counters)) (Counters, error) {
	// The stream outlives the interruption, so that the job has ended when this returns.
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	done := make(chan error, 1)
	go func() { done <- runnerlib.WaitForCompletion(following, j.client, j.id) }()
	tick := time.NewTicker(often)
	defer tick.Stop()
	interrupted := ctx.Done()
	var give <-chan time.Time
	for {
		select {
		case err := <-done:
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			counters := j.counters(following)
			if err != nil {
				return counters, fmt.Errorf("the job failed: %w", brief(err))
			}
			if progress != nil {
				progress(counters)
			}
			return counters, nil
		case <-tick.C:
			if progress != nil {
				progress(j.counters(following))
			}
		case <-interrupted:
			interrupted = nil
			give = time.After(answer)
			go j.client.Cancel(following, &jobpb.CancelJobRequest{JobId: j.id})
		case <-give: // the service does not say that the job has ended
			return nil, ctx.Err()
		}
	}
}

// counters asks for those of the job; nil if the service has none.
func (j *job) counters(ctx context.Context) Counters {
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	r, err := j.client.GetJobMetrics(ctx, &jobpb.GetJobMetricsRequest{JobId: j.id})
	if err != nil {
		return nil
	}
	return countersOf(*metricsx.FromMonitoringInfos(j.pipeline, r.GetMetrics().GetAttempted(),
		r.GetMetrics().GetCommitted()))
}

// countersOf adds the counters of one name in all steps.
func countersOf(r metrics.Results) Counters {
	out := Counters{}
	for _, c := range r.AllMetrics().Counters() {
		out[c.Name()] += max(c.Committed, c.Attempted)
	}
	return out
}

// brief is an error of Beam in one line: the first of its lines that says something.
func brief(err error) error {
	var lines []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasSuffix(line, ":") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return errors.New("no reason is given")
	}
	return errors.New(cmp.Or(lines[0], err.Error()))
}

// Quiet keeps the logs of Beam and Prism from the terminal; they come with the flag -v.
func Quiet() {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	log.SetLogger(silent{})
}

type silent struct{}

// Log drops the message.
func (silent) Log(context.Context, log.Severity, int, string) {}
