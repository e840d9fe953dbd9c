import { paths } from '../wire/paths.js'
import { PriceReply } from '../wire/price.js'
import { isServed } from './isServed.js'
import type { GatedContext } from './project.js'

export interface PricesRequest {
  /** CAIP-10; a network's own coin stands under its placeholder. */
  readonly addresses: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/** POST /v1/fungible/price [S7.8], in US dollars; none while the active network isn't served [S7.2]. */
export async function prices(context: GatedContext, { addresses, signal }: PricesRequest): Promise<PriceReply> {
  if (!(await isServed(context, { signal }))) return { fungibles: [] }
  const body = { currency: 'usd', addresses, projectId: context.http.projectId }
  return context.http.postForReply({
    call: 'prices',
    path: paths.fungiblePrice,
    bare: true,
    body,
    schema: PriceReply,
    signal,
  })
}
