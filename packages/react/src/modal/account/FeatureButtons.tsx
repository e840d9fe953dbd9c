import type { Route, WalletFeature } from '@foyer/core'
import { features } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { push } from '@foyer/core/view'
import { ActionButton, PlusIcon, part, ReceiveIcon, SendIcon, SwapIcon } from '@foyer/parts'
import type { ComponentType, ReactNode } from 'react'
import { useFoyerWalletFeatures } from '../../headless/walletFeatures.js'
import { useModal } from '../modalContext.js'

/** A feature of an account, and the view that does it. */
export interface AccountFeature {
  readonly feature: WalletFeature
  readonly route: Route
  readonly icon: ComponentType
  readonly label: PlainSentenceKey
  /** The way in which it brings coins to an account that has none yet. */
  readonly funds?:
    | { readonly label: PlainSentenceKey; readonly text: PlainSentenceKey; readonly tag?: PlainSentenceKey | undefined }
    | undefined
}

/** The buttons of Account, one line each. In which order they stand, and which, the host and the wallet decide. */
export const accountFeatures: readonly AccountFeature[] = [
  {
    feature: 'onramp',
    route: features.onramp.begins,
    icon: PlusIcon,
    label: 'account.buy',
    funds: { label: 'account.buyCrypto', text: 'account.buyCryptoText', tag: 'account.popular' },
  },
  { feature: 'swaps', route: features.swap.begins, icon: SwapIcon, label: 'account.swap' },
  {
    feature: 'receive',
    route: features.receive.begins,
    icon: ReceiveIcon,
    label: 'account.receive',
    funds: { label: 'account.receiveFunds', text: 'account.receiveFundsText' },
  },
  { feature: 'send', route: features.send.begins, icon: SendIcon, label: 'account.send' },
]

/** Those of a table that the account can do, in the host's order. */
export function useAccountFeatures(table: readonly AccountFeature[] = accountFeatures): readonly AccountFeature[] {
  const offered = useFoyerWalletFeatures()
  return offered.flatMap((feature) => table.filter((line) => line.feature === feature))
}

/** The buttons of the account's features: nothing where there are none. */
export function FeatureButtons({ features: offered }: { readonly features: readonly AccountFeature[] }): ReactNode {
  const { foyer, say } = useModal()
  if (offered.length === 0) return null
  return (
    <ul aria-label={say('account.features')} data-look="stack-2" {...part({ name: 'account-features' })}>
      {offered.map(({ feature, route, icon: Icon, label }) => (
        <li key={feature}>
          <ActionButton
            partName="account-feature"
            data-feature={feature}
            label={say(label)}
            icon={<Icon />}
            onClick={() => push(foyer, route)}
          />
        </li>
      ))}
    </ul>
  )
}
