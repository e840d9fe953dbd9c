import { familyOf } from '@foyer/walletconnect/protocol'
import type { WalletProposal } from '@foyer/walletconnect/wallet'
import type { FamilySignIn, SignInParameters, WalletFamily } from '../families/family.js'

/** A sign-in that an account can do with a connection. */
export interface SignIn extends SignInParameters {
  readonly family: WalletFamily & { readonly signIn: FamilySignIn }
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
      const { name, signIn } = family
      const own = chainIds.filter((chainId) => familyOf(chainId) === name && payload.chains.includes(chainId))
      const address = addresses[own[0] ?? '']?.[0]
      return signIn && address !== undefined ? [{ family: { ...family, signIn }, payload, chainIds: own, address }] : []
    }),
  )
}
