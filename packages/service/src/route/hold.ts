import type { Context } from 'hono'
import type { Holding, Refuser } from '../budget/holdings.js'
import type { ApiError } from '../errors/ApiError.js'
import { OverloadedError, RateLimitedError } from '../errors/refusals.js'
import { atEndOf, type Soon } from '../soon.js'
import type { CommonServices } from './commonServices.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'

/** Keeps what a request holds until its answer has left: an answer that no one reads is work that isn't done. */
export type Hold = (holding: Holding) => Holding

/** Does a request's work, and gives back what it holds once the answer has been handed to the network, or the connection is closed. */
export function whileHeld<Answer>({ c, work }: { c: Context<Env>; work: (hold: Hold) => Soon<Answer> }): Soon<Answer> {
  const holdings: Holding[] = []
  const release = () => {
    for (const holding of holdings) holding.release()
  }
  const { outgoing } = c.env
  outgoing?.on('close', release)
  const hold: Hold = (holding) => {
    holdings.push(holding)
    return holding
  }
  return atEndOf(
    () => work(hold),
    () => {
      // Where the app is called as a value, or its connection is gone already, nothing is left to wait for.
      if (outgoing === undefined || outgoing.destroyed) release()
    },
  )
}

interface Slots {
  c: Context<Env>
  services: Pick<CommonServices, 'slots' | 'chains'>
  operation: Pick<Operation, 'passesOn'>
}

/**
 * Refuses what no slot is free for before anything is done for it, not even its body received or its client counted: refusing costs next to
 * nothing, so that a node above its capacity goes on answering the others. Expects the client to be known.
 * @throws as {@link takeSlots}
 * @see F23
 */
export function refuseAtDoor(request: Slots): void {
  const owner = request.c.env.visit.client
  for (const slots of slotsOf(request)) {
    const refuser = slots.refuserOf({ owner })
    if (refuser !== undefined) throw refusalBy[refuser]
  }
}

/**
 * Takes a slot, and one of the network that is asked, so that a slow one leaves the others theirs. What comes while none is free is
 * refused at once: where a database or a network is slow, a queue makes all wait and is useless.
 * @throws {@link OverloadedError} · {@link RateLimitedError} for a client that holds its share
 * @see F23
 */
export function takeSlots({ hold, ...request }: Slots & { hold: Hold }): void {
  const owner = request.c.env.visit.client
  for (const slots of slotsOf(request)) hold(held(slots.take({ owner })))
}

function slotsOf({ c, services: { chains, slots }, operation }: Slots): readonly CommonServices['slots'][] {
  const ofChain = operation.passesOn ? chains.find(c.req.query('chainId') ?? '')?.slots : undefined
  return ofChain === undefined ? [slots] : [slots, ofChain]
}

/** @throws {@link OverloadedError} · {@link RateLimitedError} */
export function held(taken: Holding | Refuser): Holding {
  if (typeof taken === 'object') return taken
  throw refusalBy[taken]
}

/** Always the same, and never logged, so where they come from is of no interest: an error's stack is most of its cost. */
const refusalBy: Readonly<Record<Refuser, ApiError>> = {
  node: new OverloadedError(),
  owner: new RateLimitedError({ retryAfterSeconds: 1 }),
}
