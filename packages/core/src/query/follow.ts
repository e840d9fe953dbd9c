import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
  type Query,
} from '@tanstack/query-core'
import { contextOf, type FoyerContext } from '../context.js'
import { HttpError } from '../errors/http.js'
import type { Foyer } from '../foyer.js'
import { currentRoute } from '../state/viewState.js'
import type { Definition, Fetched } from './definition.js'
import { queryClientOf } from './queryClientOf.js'
import { idle } from './watch.js'

export interface FollowParameters<Input, Data, Subject, Answer> {
  readonly foyer: Foyer
  readonly definition: Definition<Input, Data, Subject, Answer>
  readonly input: Input
  readonly emit: (fetched: Fetched<Data>) => void
}

/** Watches, as `watch` does once its code is there. @returns stops */
export function follow<Input, Data, Subject, Answer>(
  parameters: FollowParameters<Input, Data, Subject, Answer>,
): () => void {
  const { foyer, definition, input, emit } = parameters
  let stopFormer = () => {}
  let key: string | undefined
  const look = () => {
    const subject = definition.subject(foyer, input)
    const next = subject === undefined ? '' : JSON.stringify(definition.key(subject))
    if (next === key) return
    key = next
    stopFormer()
    stopFormer = () => {}
    if (subject === undefined) emit(idle)
    else stopFormer = observe({ ...parameters, subject })
  }
  const stop = definition.changes?.(foyer, look) ?? foyer.store.subscribe(look)
  look()
  return () => {
    stop()
    stopFormer()
  }
}

interface Observed<Input, Data, Subject, Answer> extends FollowParameters<Input, Data, Subject, Answer> {
  readonly subject: Subject
}

/** The answers, in the order of their pages. */
type Pages<Answer> = InfiniteData<Answer, string | undefined>

type Notice = NonNullable<Definition<unknown, unknown>['notice']>

/** Asks about one subject, and emits what is known. @returns stops */
function observe<Input, Data, Subject, Answer>({
  foyer,
  definition,
  input,
  subject,
  emit,
}: Observed<Input, Data, Subject, Answer>): () => void {
  const context = contextOf(foyer)
  const client = queryClientOf(context)
  const observer = new InfiniteQueryObserver(client, optionsOf({ foyer, definition, input, subject }))
  const refetch = () => void observer.refetch()
  let failures = 0
  const pass = () => {
    const result = observer.getCurrentResult()
    const { hasNextPage, isError, errorUpdateCount } = result
    const pages = result.data?.pages ?? []
    const about = { foyer, subject, hasMore: hasNextPage || (pages.length === 0 && !isError) }
    if (errorUpdateCount > failures) definition.onFailure?.(about, pages.at(-1))
    failures = errorUpdateCount
    const [data, error] = [definition.data(pages, about), result.error ?? undefined]
    emit({ status: statusOf(result), data, error, refetch, more: moreOf(result), loadMore })
  }
  const loadMore = () => {
    const { data, hasNextPage, isFetchingNextPage, isFetching } = observer.getCurrentResult()
    const last = data?.pages.at(-1)
    if (!hasNextPage || isFetchingNextPage || !last) return
    definition.onMore?.({ foyer, subject, hasMore: true }, last)
    const next = () => void observer.fetchNextPage({ cancelRefetch: false })
    // A question that is under way is for the pages before it.
    if (isFetching) void observer.refetch({ cancelRefetch: false }).then(next)
    else next()
    pass()
  }
  // The client follows `visibilitychange`; a wallet's own window covers a page that stays visible.
  const onFocus = () => {
    if (observer.shouldFetchOnWindowFocus()) void observer.refetch({ cancelRefetch: false })
  }
  client.mount()
  const unsubscribe = observer.subscribe(pass)
  const stopBeside = definition.beside?.(context).subscribe(pass)
  globalThis.window?.addEventListener('focus', onFocus)
  pass()
  return () => {
    globalThis.window?.removeEventListener('focus', onFocus)
    stopBeside?.()
    unsubscribe()
    client.unmount()
  }
}

function optionsOf<Input, Data, Subject, Answer>({
  foyer,
  definition,
  input,
  subject,
}: Omit<Observed<Input, Data, Subject, Answer>, 'emit'>): InfiniteQueryObserverOptions<
  Answer,
  Error,
  Pages<Answer>,
  readonly unknown[],
  string | undefined
> {
  const context = contextOf(foyer)
  const { freshMs, staleBy, notice, restsAfterFailure } = definition
  return {
    queryKey: definition.key(subject),
    meta: { staleBy, onFailed: notice && (() => showNotice(context, notice)) },
    staleTime: freshMs,
    initialPageParam: undefined,
    getNextPageParam: (page) => definition.nextPage?.(page),
    queryFn: ({ pageParam: cursor, signal }) => definition.read({ foyer, context, subject, cursor, signal }),
    refetchInterval({ state: { data, error, dataUpdateCount: count } }) {
      const pollMs = definition.pollMs?.({ input, answers: data?.pages ?? [], count }) ?? false
      if (pollMs === false || !restsAfterFailure || !error) return pollMs
      return error instanceof HttpError && error.status === 503 ? false : restMs
    },
    ...(restsAfterFailure && { retryOnMount: mayAsk, refetchOnMount: mayAsk, refetchOnWindowFocus: mayAsk }),
  }
}

/** Says what has failed, where its answer is shown. */
function showNotice({ update }: Pick<FoyerContext, 'update'>, { view: shown, message }: Notice): void {
  update(({ view }) =>
    view.open && currentRoute(view).view === shown ? { snackbar: { variant: 'error', message } } : {},
  )
}

/** The rest after a failure [S9.25]. */
const restMs = 30_000

/** Neither a view that opens nor a page that is looked at again asks what has just failed; the visitor's own press does, and a network that is back. */
const mayAsk = ({ state: { error, errorUpdatedAt } }: Pick<Query, 'state'>): boolean =>
  error === null || Date.now() - errorUpdatedAt >= restMs

type Result = Pick<
  InfiniteQueryObserverResult,
  'data' | 'isError' | 'isFetching' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
>

/** A further page that can't be had is no failure of those that are there. */
function statusOf({ data, isError, isFetching, isFetchNextPageError }: Result): Fetched<unknown>['status'] {
  if (data !== undefined) return isError && !isFetchNextPageError ? 'failed' : 'ready'
  return isError && !isFetching ? 'failed' : 'loading'
}

function moreOf({ hasNextPage, isFetchingNextPage, isFetchNextPageError }: Result): Fetched<unknown>['more'] {
  if (isFetchingNextPage) return 'loading'
  if (isFetchNextPageError) return 'failed'
  return hasNextPage ? 'there' : 'none'
}
