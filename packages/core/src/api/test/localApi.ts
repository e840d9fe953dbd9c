import { type FakeClock, fakeClock } from '../../clock/test/fakeClock.js'
import { type LocalAnswer, type LocalRequest, localServer } from '../../http/test/localServer.js'
import { type ApiOptions, createApi } from '../createApi.js'
import type { Api } from '../project.js'

/** A client for tests, at a server with given answers, over real HTTP; nothing in the product imports this. */
export interface LocalApi {
  readonly api: Api
  readonly clock: FakeClock
  readonly requests: readonly LocalRequest[]
  /** Returns the requests received at a path. */
  asked(path: string): readonly LocalRequest[]
  /** Resolves with a call's value or error, its waits gone through. */
  settled(work: Promise<unknown>): Promise<{ readonly value: unknown } | { readonly error: unknown }>
  readonly errors: readonly unknown[]
  close(): Promise<void>
}

/** Answers by path; what is at none is 404. */
export function answersAt(all: Readonly<Record<string, LocalAnswer>>): (request: LocalRequest) => LocalAnswer {
  return ({ url }) => all[url.pathname] ?? { status: 404 }
}

export async function openLocalApi({
  answer,
  options = {},
}: {
  answer: (request: LocalRequest, at: number) => LocalAnswer
  options?: Partial<ApiOptions> | undefined
}): Promise<LocalApi> {
  const server = await localServer(answer)
  const clock = fakeClock()
  const errors: unknown[] = []
  const api = createApi({
    origin: server.origin,
    projectId: 'my-project',
    sdkVersion: 'react-evm-1.7.6',
    network: () => 'eip155:1',
    onError: (error) => errors.push(error),
    clock,
    random: () => 0,
    ...options,
  })
  const { requests } = server
  return {
    api,
    clock,
    requests,
    errors,
    asked: (path) => requests.filter(({ url }) => url.pathname === path),
    settled: (work) =>
      clock.until(
        work.then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        ),
      ),
    close: () => server.close(),
  }
}
