import { type PriceReply, pricesCall } from '../wire/price.js'
import { ask, isServed } from './ask.js'
import type { Cancellable, GatedContext } from './project.js'

export interface PricesRequest extends Cancellable {
  /** CAIP-10; a network's own coin stands under its placeholder. */
  readonly addresses: readonly string[]
}

/** POST /v1/fungible/price [S7.8], in US dollars; none while the active network isn't served [S7.2]. */
export async function prices(context: GatedContext, { addresses, signal }: PricesRequest): Promise<PriceReply> {
  if (!(await isServed(context, { signal }))) return { fungibles: [] }
  const { projectId } = context.http
  return ask(context, pricesCall, { body: { currency: 'usd', addresses, projectId }, signal })
}
