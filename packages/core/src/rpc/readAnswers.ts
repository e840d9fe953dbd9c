import * as v from 'valibot'
import { property } from '../errors/causes.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'
import { JsonRpcError } from '../errors/JsonRpcError.js'
import { readJson } from '../http/exchange.js'
import { type JsonRpcFailure, JsonRpcResponse } from '../wire/jsonRpc.js'

/** What came for one request. */
export type Answer = { readonly result: unknown } | { readonly error: JsonRpcError | InvalidResponseError }

function failed({ code, message, data }: JsonRpcFailure): Answer {
  return { error: new JsonRpcError({ rpcCode: code, text: message, rpcData: data }) }
}

/** Some nodes give a number back as text. */
function idOf(entry: unknown): number | undefined {
  const id = property(entry, 'id')
  return typeof id === 'number' ? id : typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}

/**
 * Matches the entries of an answer with the requests by their ids, in whatever order they come. A bad or missing entry is
 * its own request's failure alone; an error without an id is that of all requests that got no other answer.
 * @throws InvalidResponseError for what isn't JSON
 */
export function readAnswers({ text, ids }: { text: string; ids: readonly number[] }): ReadonlyMap<number, Answer> {
  const json = readJson({ text })
  const wanted = new Set(ids)
  const answers = new Map<number, Answer>()
  let forAll: Answer | undefined
  for (const entry of Array.isArray(json) ? json : [json]) {
    const id = idOf(entry)
    const parsed = v.safeParse(JsonRpcResponse, entry)
    if (id === undefined) {
      if (parsed.success && parsed.output.error) forAll ??= failed(parsed.output.error)
    } else if (wanted.has(id) && !answers.has(id)) {
      answers.set(id, parsed.success ? outcome(parsed.output) : invalid(v.getDotPath(parsed.issues[0])))
    }
  }
  for (const id of ids) if (!answers.has(id)) answers.set(id, forAll ?? invalid('id'))
  return answers
}

function outcome({ result, error }: JsonRpcResponse): Answer {
  return error ? failed(error) : { result }
}

function invalid(field: string | null): Answer {
  return {
    error: new InvalidResponseError({ field: field ?? undefined, expected: 'a JSON-RPC answer to the request' }),
  }
}
