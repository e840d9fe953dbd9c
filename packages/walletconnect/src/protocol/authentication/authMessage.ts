import { chainOf } from '../namespaces/families.js'
import type { AuthFields } from './cacao.js'
import { InvalidAuthenticationError } from './InvalidAuthenticationError.js'
import { recapIn, recapStatement } from './recap.js'

/** What signs: a chain and an address. */
export interface Issuer {
  /** CAIP-2. */
  readonly chainId: string
  readonly address: string
}

const didPkh = /^did:pkh:([-a-z0-9]{3,16}:[-_a-zA-Z0-9]{1,64}):([-.%a-zA-Z0-9]{1,128})$/

/** Writes who signs: `did:pkh:eip155:1:0x…`. */
export const formatIssuer = ({ chainId, address }: Issuer): string => `did:pkh:${chainId}:${address}`

/**
 * Reads who signs.
 *
 * @throws {@link InvalidAuthenticationError}
 */
export function parseIssuer(issuer: string): Issuer {
  const [, chainId, address] = didPkh.exec(issuer) ?? []
  if (chainId === undefined || address === undefined) throw new InvalidAuthenticationError({ field: 'iss' })
  return { chainId, address }
}

/**
 * The text that a wallet signs (EIP-4361), with what its ReCap allows in words behind the statement (EIP-5573). What isn't given has no line.
 *
 * @throws {@link InvalidAuthenticationError} for a field that would make lines of its own, and for a ReCap that can't be read
 */
export function authMessage({ payload, issuer }: { readonly payload: AuthFields; readonly issuer: string }): string {
  const { chainId, address } = parseIssuer(issuer)
  refuseExtraLines(payload)
  const recap = recapIn(payload.resources)
  const statement = recap ? recapStatement({ statement: payload.statement, recap }) : payload.statement
  const [, reference = ''] = chainOf(chainId).split(':')
  return [
    `${payload.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement === undefined ? [''] : [statement, '']),
    `URI: ${payload.aud}`,
    `Version: ${payload.version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${payload.nonce}`,
    `Issued At: ${payload.iat}`,
    ...lineOf('Expiration Time', payload.exp),
    ...lineOf('Not Before', payload.nbf),
    ...lineOf('Request ID', payload.requestId),
    ...(payload.resources?.length ? ['Resources:', ...payload.resources.map((each) => `- ${each}`)] : []),
  ].join('\n')
}

const lineOf = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [`${name}: ${value}`])

function refuseExtraLines({ resources = [], ...fields }: AuthFields): void {
  const values = [...Object.entries(fields), ...resources.map((each) => ['resources', each] as const)]
  const [field] = values.find(([, value]) => typeof value === 'string' && /[\r\n]/.test(value)) ?? []
  if (field !== undefined) throw new InvalidAuthenticationError({ field })
}
