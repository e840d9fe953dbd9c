import { writeByPath } from '../wire/byPath.js'
import type { NodePaths } from '../wire/nodePaths.js'
import { boundedText } from './boundedText.js'

type Paths = NodePaths & { /** A longer answer is none. */ readonly mostBytes: number }

/**
 * Has a node answer JSON-RPC: asks it by paths for what is posted, and writes its answer as one of JSON-RPC. What is no answer of the node's comes back as it is.
 * @param of.url - the node's own address
 */
export const pathFetch =
  ({ url, paths }: { readonly url: string; readonly paths: Paths }): typeof fetch =>
  async (_, init = {}) => {
    const asked = writeByPath({ paths, url, body: String(init.body) })
    if ('refused' in asked) return Response.json(asked.refused)
    const { url: place, method, headers: sent, body } = asked
    const answer = await fetch(place, {
      ...{ method, headers: sent, body },
      ...{ signal: init.signal ?? null, credentials: 'omit' },
    })
    const { status, headers } = answer
    const text = (await boundedText({ answer, mostBytes: paths.mostBytes })) ?? ''
    const outcome = asked.answer({ status, text })
    return outcome ? Response.json(outcome) : new Response(text, { status, headers })
  }
