import type { Family } from '@foyer/core'
import type { ReactNode } from 'react'
import { type FoyerButtonState, useFoyerButton } from './useFoyerButton.js'

export interface CustomButtonProps {
  /** The account of this chain family; the active one unless said. */
  readonly family?: Family | undefined
  /** Draws the button from all that the kit's own buttons know. */
  readonly children: (button: FoyerButtonState) => ReactNode
}

/**
 * A button that the host draws: the kit provides what to show and what a press does, and adds no element and no style of its own. The same as a hook:
 * `useFoyerButton`.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * <CustomButton>
 *   {({ account, network, label, notice, buttonProps, networkProps }) => (
 *     <>
 *       {account && network ? <button {...networkProps}>{network.name}</button> : null}
 *       <button {...buttonProps}>{account?.shortAddress ?? label}</button>
 *       {notice ? <p role="alert">{notice}</p> : null}
 *     </>
 *   )}
 * </CustomButton>
 */
export function CustomButton({ family, children }: CustomButtonProps): ReactNode {
  return children(useFoyerButton({ family }))
}
