import { accountOf, type Family, isUnsupported, type Network, networkOf } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { say } from '@foyer/core/messages'
import { useFoyerIdentity } from '../headless/identity.js'
import { useFoyer } from '../kit.js'
import { useNeeded, usePiece } from '../piece.js'
import { useFoyerBalance } from '../useFoyerBalance.js'
import { useSelect } from '../useSelect.js'
import type { ButtonAccount } from './accountShown.js'
import { useFace } from './FoyerButton.js'
import { useScope } from './scope.js'
import { useMayShow } from './useMayShow.js'
import { type PressProps, usePress } from './usePress.js'

/** The network, as a button shows it. */
export interface ButtonNetwork extends Pick<Network, 'id' | 'caipNetworkId' | 'name'> {
  /** Its picture for an `img`, once the code of pictures is there; one from another origin is left out until the modal was opened for the first time. */
  readonly image: string | undefined
}

/** Everything that the kit's own buttons know and do. */
export interface FoyerButtonState {
  /** An account is connected. */
  readonly connected: boolean
  /** A wallet is being asked, or a session restored. */
  readonly connecting: boolean
  /** Something is on its way: the wallet's answer, or the code of what was pressed. */
  readonly busy: boolean
  /** The modal is open. */
  readonly open: boolean
  /** The wallet is on a network that isn't configured: a press leads out of it [S4.8]. */
  readonly unsupported: boolean
  /** The label of the kit's own button, in its language: "Connect Wallet", "Connecting...", "Switch Network", "Account 0xd8…A96045". */
  readonly label: string
  /** Why nothing opened after a press, in the kit's language: to be shown as an alert. The next press tries again; where that won't help, it says to reload the page. */
  readonly notice: string | undefined
  /** Undefined while nothing is connected, and for the moment until its code has come. */
  readonly account: ButtonAccount | undefined
  /** The account's network, or the one it would begin on; undefined on a network that isn't configured. */
  readonly network: ButtonNetwork | undefined
  /** Opens the ways to connect. */
  readonly openConnect: () => void
  /** Opens the account; on a network that isn't configured, the way out of it. */
  readonly openAccount: () => void
  /** Opens the list of networks. */
  readonly openNetworks: () => void
  /** Closes the modal. */
  readonly close: () => void
  /** For the `button` that connects, and that opens the account once connected: its press, its state, the modal fetched ahead. */
  readonly buttonProps: PressProps
  /** The same for the `button` that opens the networks. */
  readonly networkProps: PressProps
}

/**
 * Everything that the kit's buttons know and do, for a button that a host draws itself. It asks for the account's balance and name once connected.
 *
 * @param parameters.family - the active one unless said
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { account, label, buttonProps } = useFoyerButton()
 * return (
 *   <button {...buttonProps} className="mine">
 *     {account ? <img src={account.avatar} alt="" /> : null}
 *     {account ? (account.name ?? account.shortAddress) : label}
 *   </button>
 * )
 */
export function useFoyerButton({ family }: { readonly family?: Family | undefined } = {}): FoyerButtonState {
  const foyer = useFoyer()
  const { connected } = useFace(family)
  const { open, loading, connecting, unsupported } = useSelect((state) => ({
    open: state.view.open,
    loading: state.view.loading,
    connecting: accountOf(state, family).status === 'connecting',
    unsupported: isUnsupported(state, family),
  }))
  const isFetching = usePiece(useScope().modal).status === 'loading'
  const busy = connecting || loading || (open && isFetching)
  const { account, label } = useShownAccount({ family, busy, unsupported })
  const openConnect = () => foyer.open({ family })
  const openAccount = () => foyer.open(unsupported ? { view: 'UnsupportedChain', family } : { family })
  const openNetworks = () => {
    contextOf(foyer).track({ event: 'CLICK_NETWORKS' })
    foyer.open({ view: 'Networks' })
  }
  const whole = usePress({ busy, onPress: connected ? openAccount : () => (open ? foyer.close() : openConnect()) })
  const networks = usePress({ busy: loading, onPress: openNetworks })
  const failed = whole.failed ?? networks.failed
  const { 'button.notLoaded': notLoaded, 'button.reload': reload } = foyer.options.locale.button
  return {
    ...{ connected, connecting, busy, open, unsupported, label, account },
    network: useShownNetwork(family),
    notice: failed?.isLost ? `${notLoaded} ${reload}.` : failed && notLoaded,
    ...{ openConnect, openAccount, openNetworks, close: foyer.close },
    buttonProps: whole.props,
    networkProps: networks.props,
  }
}

interface ShownAccountParameters extends Pick<FoyerButtonState, 'busy' | 'unsupported'> {
  readonly family: Family | undefined
}

function useShownAccount({
  family,
  busy,
  unsupported,
}: ShownAccountParameters): Pick<FoyerButtonState, 'account' | 'label'> {
  const { button, tag: locale } = useFoyer().options.locale
  const { connected, piece } = useFace(family)
  const address = useSelect((state) => accountOf(state, family).address)
  const { balance } = useFoyerBalance({ family })
  const { name, avatar } = useFoyerIdentity({ family })
  const mayShow = useMayShow(avatar)
  if (!connected || address === undefined)
    return { account: undefined, label: button[busy ? 'button.connecting' : 'button.connect'] }
  if (piece.status !== 'ready') return { account: undefined, label: button['button.connecting'] }
  const shown = piece.content.describeAccount({ address, balance, picture: mayShow ? avatar : undefined, locale })
  const account = { address, name, ...shown }
  if (unsupported) return { account, label: button['button.switchNetwork'] }
  return { account, label: say(button, 'button.account', { name: name ?? account.shortAddress }) }
}

function useShownNetwork(family: Family | undefined): ButtonNetwork | undefined {
  const foyer = useFoyer()
  const network = useSelect((state) => networkOf(state, family))
  const { face } = useScope()
  // The pictures of networks come with it.
  const piece = useNeeded({ piece: face, needed: true })
  const src = network && piece.status === 'ready' ? piece.content.networkImageOf({ network, foyer }) : undefined
  const mayShow = useMayShow(src)
  if (!network) return undefined
  const { id, caipNetworkId, name } = network
  return { id, caipNetworkId, name, image: mayShow ? src : undefined }
}
