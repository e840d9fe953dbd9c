import type { Context, MiddlewareHandler, Next } from 'hono'
import type { Holding, Refuser } from '../budget/holdings.js'
import type { ApiError } from '../errors/ApiError.js'
import { OverloadedError, RateLimitedError } from '../errors/refusals.js'
import type { Services } from '../services.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'

interface Slots {
  services: Pick<Services, 'chains' | 'slots'>
  operation: Pick<Operation, 'passesOn'>
}

/**
 * Refuses what no slot is free for before anything is done for it, not even its body received or its client counted: refusing costs next to
 * nothing, so that a node above its capacity goes on answering the others. Expects the client to be known.
 * @throws as {@link takeSlot}
 * @see F23
 */
export function refuseAtDoor({ services: { chains, slots }, operation }: Slots): MiddlewareHandler<Env> {
  return (c, next) => {
    const { client } = c.var
    refuse(slots.refuserOf({ owner: client }))
    if (operation.passesOn) refuse(slotsOfChain(c, chains)?.refuserOf({ owner: client }))
    return next()
  }
}

/**
 * Takes a slot, which is held until the answer has left: an answer that no one reads is work that isn't done. What comes
 * while none is free is refused at once: where a database or a network is slow, a queue makes all wait and is useless.
 * @throws {@link OverloadedError} · {@link RateLimitedError} for a client that holds its share
 * @see F23
 */
export function takeSlot({ slots }: Pick<Services, 'slots'>): MiddlewareHandler<Env> {
  return (c, next) => holdUntilLeft({ c, next, holding: held(slots.take({ owner: c.var.client })) })
}

/** Takes a slot of the network that is asked, too, so that a slow one leaves the others theirs. @throws as {@link takeSlot} */
export function takeSlotOfChain({ chains }: Pick<Services, 'chains'>): MiddlewareHandler<Env> {
  return (c, next) => {
    const slots = slotsOfChain(c, chains)
    return slots === undefined ? next() : takeSlot({ slots })(c, next)
  }
}

const slotsOfChain = (c: Context<Env>, chains: Services['chains']) => chains.find(c.req.query('chainId') ?? '')?.slots

/** @throws {@link OverloadedError} · {@link RateLimitedError} */
export function held(taken: Holding | Refuser): Holding {
  if (typeof taken === 'object') return taken
  throw refusalBy[taken]
}

function refuse(refuser: Refuser | undefined): void {
  if (refuser !== undefined) throw refusalBy[refuser]
}

/** Always the same, and never logged, so where they come from is of no interest: an error's stack is most of its cost. */
const refusalBy: Readonly<Record<Refuser, ApiError>> = {
  node: new OverloadedError(),
  owner: new RateLimitedError({ retryAfterSeconds: 1 }),
}

/** Goes on, and gives back what is held once the answer has been handed to the network, or the connection is closed. */
export async function holdUntilLeft(request: {
  c: Context<Env>
  next: Next
  holding: Pick<Holding, 'release'>
}): Promise<void> {
  const { c, next, holding } = request
  const outgoing = c.env?.outgoing
  outgoing?.once('close', holding.release)
  try {
    await next()
  } finally {
    // Where the app is called as a value, or its connection is gone already, nothing is left to wait for.
    if (outgoing === undefined || outgoing.destroyed) holding.release()
  }
}
