import { isOrigin } from '@foyer/service/config/fields'
import * as v from 'valibot'

/** The address of a gateway, without a slash at its end. */
export const Gateway = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:\/\/[^?#]*$/.test(text), 'must be an http or https address'),
  v.transform((text) => text.replace(/(?<!\/)\/+$/, '')),
)

/** The rules for fetching on another's word. */
export const SafeFetchConfig = v.strictObject({
  /** Origins that are fetched from although their address isn't public, or their port or scheme unusual. None by default. */
  allow: v.optional(
    v.array(v.pipe(v.string(), v.check(isOrigin, 'must be origins such as "http://127.0.0.1:8080"'))),
    [],
  ),
  /** Whether plain http is fetched from public hosts. */
  http: v.optional(v.boolean(), false),
  /** The gateway of `ipfs://`: `https://gateway.example` serves `/ipfs/{cid}/…`. */
  ipfsGateway: v.optional(Gateway),
  /** The gateway of `ar://`: `https://gateway.example` serves `/{id}`. */
  arweaveGateway: v.optional(Gateway),
})
export type SafeFetchConfig = v.InferOutput<typeof SafeFetchConfig>
