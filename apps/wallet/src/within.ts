/**
 * Does something that is given up when the signal says so, or after a time. By hand: browsers of 2022 have no `AbortSignal.any`, and Node 20 may
 * collect a timer's signal that only such a signal follows.
 * @see https://github.com/nodejs/node/issues/57736
 */
export async function within<Result>(
  { signal, ms }: { readonly signal?: AbortSignal | undefined; readonly ms: number },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const follow = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(new DOMException(`No answer in ${ms} ms.`, 'TimeoutError')), ms)
  signal?.addEventListener('abort', follow, { once: true })
  if (signal?.aborted) follow()
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}
