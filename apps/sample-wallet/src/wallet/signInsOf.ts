import type { WalletFamily } from '@foyer/signing'
import { type AuthPayload, type Cacao, familyOf } from '@foyer/walletconnect/protocol'
import { type AuthenticationText, authenticationTexts, type WalletProposal } from '@foyer/walletconnect/wallet'
import type { WalletState } from './state.js'

/** A sign-in of an account, on one or several chains of its family. */
export interface SignIn {
  readonly family: WalletFamily
  readonly payload: AuthPayload
  readonly chainIds: readonly string[]
  readonly address: string
}

/** The sign-ins that a proposal requests, for the first account of each family that signs, on the networks that are granted. */
export function signInsOf({
  proposal: { authentication = [] },
  families,
  chainIds,
  addresses,
}: {
  readonly proposal: Pick<WalletProposal, 'authentication'>
  readonly families: readonly WalletFamily[]
  readonly chainIds: readonly string[]
  /** By chain; the first is the one in use. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
}): readonly SignIn[] {
  return authentication.flatMap((payload) =>
    families.flatMap((family) => {
      const own = chainIds.filter((chainId) => familyOf(chainId) === family.name && payload.chains.includes(chainId))
      const address = addresses[own[0] ?? '']?.[0]
      return family.signSignIn && address !== undefined ? [{ family, payload, chainIds: own, address }] : []
    }),
  )
}

/** The texts to sign, one for each chain; they grant the methods that are requested. @throws InvalidAuthenticationError for an invalid request */
export const signInTexts = ({
  family: { methods },
  payload,
  chainIds,
  address,
}: SignIn): readonly AuthenticationText[] =>
  authenticationTexts({ payload, accounts: chainIds.map((chainId) => `${chainId}:${address}`), methods })

/** Signs those texts. @throws where the keyring hasn't the account */
export async function signIn({
  keyring,
  ...asked
}: SignIn & { readonly keyring: NonNullable<WalletState['keyring']> }): Promise<readonly Cacao[]> {
  const cacaos: Cacao[] = []
  for (const { payload: p, text } of signInTexts(asked)) {
    const signed = await asked.family.signSignIn?.({ keyring, address: asked.address, text })
    if (!signed) throw new Error('The wallet has no key for this account.')
    cacaos.push({ h: { t: 'caip122' }, p, s: { t: signed.type, s: signed.signature } })
  }
  return cacaos
}
