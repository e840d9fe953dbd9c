import { accountOf, isUnsupported } from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { say } from '@foyer/core/messages'
import { AvatarLights } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { AccountButtonProps } from '../button/AccountButton.js'
import { Spoken } from '../button/Spoken.js'
import { Trigger } from '../button/Trigger.js'
import { Warning } from '../button/Warning.js'
import { useFoyer } from '../useFoyer.js'
import { useSelect } from '../useSelect.js'
import { Balance } from './Balance.js'

/** The account button of a connected account, whole. */
export function AccountFace({
  balance = 'show',
  charsStart,
  charsEnd,
  family,
  disabled,
}: AccountButtonProps): ReactNode {
  const foyer = useFoyer()
  const { address = '', unsupported } = useSelect((state) => ({
    address: accountOf(state, family).address,
    unsupported: isUnsupported(state, family),
  }))
  const { button } = foyer.options.locale
  const name = shortenAddress({ address, charsStart, charsEnd })
  return (
    <Trigger
      part="account-button"
      disabled={disabled}
      unsupported={unsupported}
      onPress={() => foyer.open(unsupported ? { view: 'UnsupportedChain', family } : { family })}
    >
      {unsupported ? (
        <span data-part="account-network">
          <Warning />
          <span data-part="button-label">{button['button.switchNetwork']}</span>
        </span>
      ) : balance === 'show' ? (
        <Balance family={family} />
      ) : null}{' '}
      <span data-part="account-name">
        <span aria-hidden="true" data-part="avatar" data-size="sm" part="avatar avatar-sm">
          <AvatarLights address={address} />
        </span>
        <Spoken as={say(button, 'button.account', { name })}>{name}</Spoken>
      </span>
    </Trigger>
  )
}
