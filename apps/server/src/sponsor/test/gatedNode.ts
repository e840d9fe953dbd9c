import * as v from 'valibot'
import { type NodeFront, startNodeFront } from './nodeFront.js'

const Call = v.object({ method: v.string(), params: v.optional(v.array(v.unknown()), []) })
const Calls = v.pipe(v.string(), v.parseJson(), v.union([v.array(Call), Call]))

/** A call that a process is stopped at: before the network has it, or after it, with the answer kept back. */
export interface Gate {
  readonly is: 'before' | 'after'
  readonly of: (call: v.InferOutput<typeof Call>) => boolean
}

/** A request that stands at the gate. */
export interface Held {
  /** Resolves once one is there. */
  readonly reached: Promise<void>
  /** Lets it go on. */
  pass(): void
}

/** A network's node that can keep what is asked of it, for as long as a test wants. For tests; nothing in the product imports this. */
export interface GatedNode extends NodeFront {
  /** Keeps the next request that has such a call; one at a time. */
  hold(gate: Gate): Held
}

export async function startGatedNode({ url }: { readonly url: string }): Promise<GatedNode> {
  let waiting: (Gate & { readonly stand: () => Promise<void> }) | undefined
  /** The gate that a request stands at, which is no other's then. */
  const gateOf = (body: string) => {
    const said = v.parse(Calls, body)
    const gate = waiting
    if (!gate || ![said].flat().some(gate.of)) return undefined
    waiting = undefined
    return gate
  }
  const answered = async (body: string) => {
    const gate = gateOf(body)
    if (gate?.is === 'before') await gate.stand()
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const text = await answer.text()
    if (gate?.is === 'after') await gate.stand()
    return text
  }
  const front = await startNodeFront(answered)
  return {
    ...front,
    hold(gate) {
      let pass = () => {}
      const passed = new Promise<void>((resolve) => {
        pass = resolve
      })
      const reached = new Promise<void>((resolve) => {
        const stand = () => {
          resolve()
          return passed
        }
        waiting = { ...gate, stand }
      })
      return { reached, pass }
    },
  }
}
