import type { ReactNode } from 'react'
import { AccountButton, type AccountButtonProps } from './AccountButton.js'
import { ConnectButton, type ConnectButtonProps } from './ConnectButton.js'
import { useFace } from './useFace.js'

export interface FoyerButtonProps extends AccountButtonProps, ConnectButtonProps {}

/**
 * The one button that a page needs: connects, and shows the account once connected.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <FoyerButton balance="hide" label="Log in" />
 */
export function FoyerButton(props: FoyerButtonProps): ReactNode {
  return useFace(props.family).connected ? <AccountButton {...props} /> : <ConnectButton {...props} />
}
