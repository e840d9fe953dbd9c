import { walletFeatures } from '@foyer/core/account'
import { features } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { LinkButton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'

export interface AllOrBuyProps {
  readonly partName: string
  /** The label of the button that takes all that there is. */
  readonly label: string
  /** The amount is more than there is. */
  readonly exceeds: boolean
  readonly disabled?: boolean | undefined
  readonly onTakeAll: () => void
}

/** Takes all that there is of a token; where more is wanted, beside it the way to more, if it can be bought here. */
export function AllOrBuy({ partName, label, exceeds, disabled, onTakeAll }: AllOrBuyProps): ReactNode {
  const { foyer, state, say } = useModal()
  return (
    <>
      <LinkButton partName={partName} disabled={disabled} onClick={onTakeAll}>
        {label}
      </LinkButton>
      {exceeds && walletFeatures({ foyer, state }).includes('onramp') ? (
        <LinkButton partName="buy-more" disabled={disabled} onClick={() => push(foyer, features.onramp.begins)}>
          {say('account.buy')}
        </LinkButton>
      ) : null}
    </>
  )
}
