import { isConnected, isUnsupported, networkOf } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import type { ReactNode } from 'react'
import { useFoyer } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { ButtonLabel, NetworkPicture } from './ButtonParts.js'
import { Trigger } from './Trigger.js'

export interface NetworkButtonProps {
  /** The label while no network is known. */
  readonly label?: string | undefined
  /** Can’t be pressed. */
  readonly disabled?: boolean | undefined
  /** Stands behind the label. */
  readonly children?: ReactNode
}

/**
 * Shows the network and opens the list of them.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example <NetworkButton />
 */
export function NetworkButton({ label, disabled, children }: NetworkButtonProps): ReactNode {
  const foyer = useFoyer()
  const { network, unsupported, connected, loading } = useSelect((state) => ({
    network: networkOf(state),
    unsupported: isUnsupported(state),
    connected: isConnected(state),
    loading: state.view.loading,
  }))
  const { button } = foyer.options.locale
  return (
    <Trigger
      part="network-button"
      busy={loading}
      disabled={disabled || loading}
      unsupported={unsupported}
      onPress={() => {
        contextOf(foyer).track({ event: 'CLICK_NETWORKS' })
        foyer.open({ view: 'Networks' })
      }}
    >
      {network ? (
        <>
          <NetworkPicture network={network} />
          {/* Read by screen readers and never drawn, so that nothing in it can change its order: the name needs no isolate. */}
          <ButtonLabel accessibleName={button['button.network'].replace('{name}', () => network.name)}>
            {network.name}
          </ButtonLabel>
        </>
      ) : (
        <>
          {/* The sheet draws it. */}
          {unsupported && <span data-part="warning" />}
          <span data-part="button-label">
            {unsupported
              ? button['button.switchNetwork']
              : (label ?? button[connected ? 'button.unknownNetwork' : 'button.selectNetwork'])}
          </span>
        </>
      )}
      {children}
    </Trigger>
  )
}
