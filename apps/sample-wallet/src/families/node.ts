import { boundedText } from '@foyer/core/boundedText'
import { pathFetch } from '@foyer/core/pathFetch'
import { postRpc, rpcOutcome } from '@foyer/core/postRpc'
import { type NodePaths, resultIn } from '@foyer/core/wire'
import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'

type At = Pick<WalletNetwork, 'rpcUrl'>

interface Call {
  readonly method: string
  readonly params: unknown
}

interface Fetch {
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** A question as the families' own packages write it, with how its answer reads. */
interface Question<Answer> extends Call {
  readonly schema: v.GenericSchema<unknown, Answer>
}

/** A node refused a question, or its answer can’t be read. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
}

const waitMs = 10_000
const mostBytes = 262_144

/** Asks a node by JSON-RPC, once. @throws NodeError for what is no answer of a node’s, and what `fetch` rejects with */
export async function rpcAnswer({
  rpcUrl: url,
  method,
  params,
  fetch,
}: At & Call & Fetch): Promise<ReturnType<typeof rpcOutcome>> {
  const answer = await postRpc({ url, method, params, signal: AbortSignal.timeout(waitMs), fetch })
  const text = (await boundedText({ answer, mostBytes })) ?? ''
  const outcome = rpcOutcome(resultIn(text)?.result)
  if (outcome.error || 'result' in outcome) return outcome
  throw new NodeError(text.slice(0, 300) || `The node answers ${answer.status}.`)
}

/** Asks a node by JSON-RPC, once. @throws NodeError and what `fetch` rejects with */
export async function askByRpc<Answer>({ schema, ...asked }: At & Question<Answer> & Fetch): Promise<Answer> {
  const { error, result } = await rpcAnswer(asked)
  if (error) throw new NodeError(error.message.slice(0, 300))
  return read({ schema, said: result })
}

/** Asks a node by its paths, once. @throws NodeError and what `fetch` rejects with */
export const askByPath = <Answer>({
  paths,
  ...asked
}: At & Question<Answer> & { readonly paths: NodePaths }): Promise<Answer> =>
  askByRpc({ ...asked, fetch: pathFetch({ url: asked.rpcUrl, paths: { ...paths, mostBytes } }) })

/** @throws NodeError for what isn’t as the question has it */
function read<Answer>({
  schema,
  said,
}: {
  readonly schema: v.GenericSchema<unknown, Answer>
  readonly said: unknown
}): Answer {
  const { success, output } = v.safeParse(schema, said)
  if (!success) throw new NodeError('The node’s answer can’t be read.')
  return output
}
