import { writeSiwxMessage } from '../siwx/index.js'
import type { Siwx, SiwxMessage, SiwxRequest } from '../siwx/siwx.js'
import type { SiwxHost } from './siwxHost.js'

/** What a visitor of this page is to sign, with a nonce; what is left out isn't in it. */
export function siwxRequest({
  host,
  request: { accountAddress, chainId, notBefore },
  now,
  nonce,
  statement,
  resources,
  expirationTime,
}: Pick<SiwxMessage, 'nonce' | 'statement' | 'resources' | 'expirationTime'> & {
  readonly host: Pick<SiwxHost, 'page'>
  /** When it is issued, in ms since 1970. */
  readonly now: number
  readonly request: Parameters<Siwx['createMessage']>[0]
}): SiwxRequest {
  const data: SiwxMessage = {
    ...host.page(),
    accountAddress,
    chainId,
    version: '1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    ...(expirationTime === undefined ? {} : { expirationTime }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(statement === undefined ? {} : { statement }),
    ...(resources === undefined ? {} : { resources }),
  }
  return { ...data, toString: () => writeSiwxMessage(data) }
}
