import { accountOf, type Family, isUnsupported, type Network, networkOf } from '@foyer/core'
import { displayQuantity, shortenAddress } from '@foyer/core/chain'
import { say } from '@foyer/core/messages'
import { AvatarLights, avatarImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { AccountButtonProps, ButtonAccount, ByWidth } from '../button/accountShown.js'
import { ButtonLabel } from '../button/ButtonParts.js'
import { NetworkButton } from '../button/NetworkButton.js'
import { Trigger } from '../button/Trigger.js'
import { useMayShow } from '../button/useMayShow.js'
import { useFoyer } from '../kit.js'
import { useFoyerBalance, type WatchedBalance } from '../useFoyerBalance.js'
import { useSelect } from '../useSelect.js'
import { networkImageOf } from './networkImage.js'

/** The addresses that an `img` may show, whatever a name service says. */
const picturesAddress = /^(https?:|data:image\/)/i

/** Describes an account button, in words and a picture: for one that a host draws. */
export function describeAccount({
  address,
  balance,
  picture,
  locale,
}: Pick<WatchedBalance, 'balance'> & {
  readonly address: string
  readonly picture: string | undefined
  /** BCP 47, of the language that the visitor reads. */
  readonly locale: string
}): Pick<ButtonAccount, 'avatar' | 'balance' | 'shortAddress'> {
  return {
    shortAddress: shortenAddress({ address }),
    avatar: picture && picturesAddress.test(picture) ? picture : avatarImage(address),
    balance: balance && displayQuantity({ quantity: balance, symbol: balance.symbol, locale }),
  }
}

/** The account button of a connected account, whole; with the network's before it where the host wants one. */
export function AccountFace(props: AccountButtonProps): ReactNode {
  const { network = 'none', family, disabled } = props
  const unsupported = useSelect((state) => isUnsupported(state, family))
  if (network === 'none') return <Account {...props} />
  return (
    <span data-part="button-pair" {...byWidth(network)}>
      {unsupported ? null : <NetworkButton disabled={disabled} />}
      <Account {...props} />
    </span>
  )
}

function Account(props: AccountButtonProps): ReactNode {
  const { balance = 'show', account = 'full', network = 'none', charsStart, charsEnd, family, disabled } = props
  const foyer = useFoyer()
  const {
    address = '',
    namespace,
    unsupported,
  } = useSelect((state) => ({
    address: accountOf(state, family).address,
    namespace: family ?? state.family,
    unsupported: isUnsupported(state, family),
  }))
  const { button } = foyer.options.locale
  const name = shortenAddress({ address, charsStart, charsEnd })
  const picture = foyer.options.avatar?.({ address, family: namespace })
  return (
    <Trigger
      part="account-button"
      disabled={disabled}
      unsupported={unsupported}
      onPress={() => foyer.open(unsupported ? { view: 'UnsupportedChain', family } : { family })}
    >
      {unsupported ? (
        <span data-part="account-network">
          <span data-part="warning" />
          <span data-part="button-label">{button['button.switchNetwork']}</span>
        </span>
      ) : balance === 'hide' ? null : (
        <Balance family={family} shown={balance} withNetwork={network === 'none'} />
      )}{' '}
      <span data-part="account-name" {...byWidth(account)}>
        <span aria-hidden="true" data-part="avatar" data-size="sm" part="avatar avatar-sm">
          {picture && picturesAddress.test(picture) ? (
            <img src={picture} alt="" referrerPolicy="no-referrer" />
          ) : (
            <AvatarLights address={address} />
          )}
        </span>
        <ButtonLabel accessibleName={say(button, 'button.account', { name })}>{name}</ButtonLabel>
      </span>
    </Trigger>
  )
}

/** For the sheet, which knows how wide the window is. */
function byWidth<T extends string>(shown: T | ByWidth<T>): { readonly 'data-narrow': T; readonly 'data-wide': T } {
  const { narrow, wide } = typeof shown === 'string' ? { narrow: shown, wide: shown } : shown
  return { 'data-narrow': narrow, 'data-wide': wide }
}

interface BalanceProps {
  readonly family?: Family | undefined
  readonly shown: NonNullable<AccountButtonProps['balance']>
  /** With the network's picture, which has no button of its own. */
  readonly withNetwork: boolean
}

/** The account's balance in the network's own coin, three decimals and the symbol; where it can't be had, only the network. */
function Balance({ family, shown, withNetwork }: BalanceProps): ReactNode {
  const { button, tag } = useFoyer().options.locale
  const network = useSelect((state) => (withNetwork ? networkOf(state, family) : undefined))
  const { balance, status } = useFoyerBalance({ family })
  if (!withNetwork && !balance && status !== 'loading') return null
  return (
    <span data-part="account-network" {...byWidth(shown)}>
      {network ? <NetworkFace network={network} /> : null}
      {balance ? (
        <span data-part="balance" dir="ltr">
          {displayQuantity({ quantity: balance, symbol: balance.symbol, locale: tag })}
        </span>
      ) : status === 'loading' ? (
        <span data-part="balance-skeleton">
          <span data-part="visually-hidden">{button['button.balanceLoading']}</span>
        </span>
      ) : null}
    </span>
  )
}

export { networkImageOf }

/** A network's picture over its initial. One from another origin waits until the modal is opened for the first time. */
export function NetworkFace({ network }: { readonly network: Network }): ReactNode {
  const foyer = useFoyer()
  const src = networkImageOf({ network, foyer })
  const mayShow = useMayShow(src)
  return (
    <span data-part="network-image" data-initial={[...network.name][0]} aria-hidden="true">
      {src && mayShow ? <img src={src} alt="" referrerPolicy="no-referrer" /> : null}
    </span>
  )
}
