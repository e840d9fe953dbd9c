import { readProperty } from '@foyer/core/connector'

/** A wallet's answer, before it is read. */
export interface Arc27Answer {
  readonly result: unknown
  /** A code and a message, where it refused. */
  readonly error: unknown
}

/** A longer answer is none. */
const longest = 1_000_000

/**
 * Asks the page's wallets by events (ARC-27). Any script of the page may answer: what comes is read as a stranger's.
 *
 * @param request.receive - gets each answer to this request, of whichever wallet
 * @returns stops listening
 */
export function askArc27({
  method,
  params,
  receive,
}: {
  readonly method: string
  readonly params: object
  readonly receive: (answer: Arc27Answer) => void
}): () => void {
  const page = window
  const id = crypto.randomUUID()
  const [reference, answers] = [`arc0027:${method}:request`, `arc0027:${method}:response`]
  const listen = (event: Event) => {
    const said = parsed(readProperty(event, 'detail'))
    if (readProperty(said, 'requestId') !== id) return
    receive({ result: readProperty(said, 'result'), error: readProperty(said, 'error') })
  }
  page.addEventListener(answers, listen)
  page.dispatchEvent(new CustomEvent(reference, { detail: { id, params, reference } }))
  return () => page.removeEventListener(answers, listen)
}

/** An answer is JSON, as objects don't pass from an extension to a page in every browser. */
function parsed(detail: unknown): unknown {
  if (typeof detail !== 'string' || detail.length > longest) return undefined
  try {
    return JSON.parse(detail)
  } catch {
    return undefined // no answer of the standard's
  }
}
