import { boundedText } from '@foyer/core/boundedText'
import { postRpc, rpcOutcome } from '@foyer/core/postRpc'
import type { NodePaths } from '@foyer/core/wire'
import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'

type At = Pick<WalletNetwork, 'rpcUrl'>

/** A question as the families' own packages write it, with how its answer reads. */
interface Question<Answer> {
  readonly method: string
  readonly params: unknown
  readonly schema: v.GenericSchema<unknown, Answer>
}

/** A node refused a question, or its answer can’t be read. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
}

const waitMs = 10_000
const longestAnswer = 262_144

/** Asks a node by JSON-RPC, once. @throws what `fetch` rejects with */
export const rpcAnswer = async ({
  rpcUrl: url,
  method,
  params,
}: At & Omit<Question<unknown>, 'schema'>): Promise<ReturnType<typeof rpcOutcome>> =>
  rpcOutcome(await (await postRpc({ url, method, params, signal: AbortSignal.timeout(waitMs) })).json())

/** Asks a node by JSON-RPC, once. @throws NodeError and what `fetch` rejects with */
export async function askByRpc<Answer>({ schema, ...asked }: At & Question<Answer>): Promise<Answer> {
  const { error, result } = await rpcAnswer(asked)
  if (error) throw new NodeError(error.message.slice(0, 300))
  return read({ schema, said: result })
}

/** Asks a node by its paths, once. @throws NodeError and what `fetch` rejects with */
export async function askByPath<Answer>({
  rpcUrl,
  paths,
  schema,
  ...call
}: At & Question<Answer> & { readonly paths: NodePaths }): Promise<Answer> {
  const asked = paths.requestOf(call)
  if (!asked) throw new NodeError('The node has no such path.')
  const { path, body, type = 'application/json' } = asked
  const answer = await fetch(`${rpcUrl.replace(/\/+$/, '')}${path}`, {
    signal: AbortSignal.timeout(waitMs),
    ...(body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': type } }),
  })
  const text = (await boundedText({ answer, mostBytes: longestAnswer })) ?? ''
  const outcome = paths.outcomeOf({ status: answer.status, text })
  if (!outcome) throw new NodeError(text.slice(0, 300) || `The node answers ${answer.status}.`)
  if ('error' in outcome) throw new NodeError(outcome.error.message.slice(0, 300))
  return read({ schema, said: outcome.result })
}

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
