import { paths } from '../wire/paths.js'
import type { GatedContext } from './gate.js'
import { pathWith } from './path.js'

/** Whose picture it is, and how the directory knows it. */
export type ImageRequest =
  | { readonly of: 'wallet'; readonly id: string; readonly signal?: AbortSignal | undefined }
  /** A network's or a connector's. */
  | { readonly of: 'asset'; readonly id: string; readonly signal?: AbortSignal | undefined }
  /** Such as `USD`. */
  | { readonly of: 'currency'; readonly id: string; readonly signal?: AbortSignal | undefined }
  /** By symbol. */
  | { readonly of: 'token'; readonly id: string; readonly signal?: AbortSignal | undefined }

const pathOf = {
  wallet: paths.walletImage,
  asset: paths.assetImage,
  currency: paths.currencyImage,
  token: paths.tokenImage,
} as const

/** GET a picture of the directory [S7.25 S7.26]: a blob, for an object URL, so that no page names a stranger's host. */
export function image({ http }: Pick<GatedContext, 'http'>, { of, id, signal }: ImageRequest): Promise<Blob> {
  return http.blob({ call: 'image', path: pathWith({ path: pathOf[of], value: id }), signal })
}
