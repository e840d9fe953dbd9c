import type { ViewProps } from '@foyer/core'
import { NetworkImage, part, RowList, WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { useFoyerWalletChains } from '../../headless/walletChains.js'
import { Announcement } from '../Announcement.js'
import { useModal } from '../modalContext.js'
import { WayRow } from '../WayRow.js'

/** A wallet of several chains: which of them to connect with [S3.3]. */
export default function ConnectingMultiChainView({ connectorId }: ViewProps<'ConnectingMultiChain'>): ReactNode {
  const { say, foyer } = useModal()
  const { wallet, chains } = useFoyerWalletChains({ connectorId })
  const name = wallet?.name || say('shell.unknown')
  const title = wallet ? say('connect.selectChainFor', { wallet: name }) : say('connect.gone')
  const text = wallet ? say('connect.selectChainWhy') : say('connect.goneWhy', { wallet: name })
  return (
    <>
      <div data-look="middle" {...part({ name: 'select-chain' })}>
        <WalletImage size="lg" name={name} src={wallet?.icon} />
        <div data-look="stack-1" {...part({ name: 'waiting-words' })}>
          <p {...part({ name: 'waiting-title' })}>{title}</p>
          <p {...part({ name: 'waiting-text' })}>{text}</p>
        </div>
        <Announcement>{`${title}. ${text}`}</Announcement>
      </div>
      {chains.length > 0 ? (
        <RowList label={say('connect.selectChain')}>
          {chains.map((chain) => (
            <WayRow
              key={chain.family}
              partName="wallet-chain"
              data-family={chain.family}
              label={chain.familyName ?? say(`family.${chain.family}`)}
              image={
                <NetworkImage
                  name={chain.familyName ?? say(`family.${chain.family}`)}
                  src={chain.network && networkImageOf({ network: chain.network, foyer })}
                />
              }
              to={{ view: 'ConnectingExternal', connectorId: chain.connectorId }}
            />
          ))}
        </RowList>
      ) : null}
    </>
  )
}
