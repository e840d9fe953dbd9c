import type { Network } from '@foyer/core'
import { decimalSeparator } from '@foyer/core/chain'
import { homeRoute } from '@foyer/core/internal'
import { push, reset } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import {
  AmountField,
  Button,
  CopyIcon,
  EmptyState,
  NetworkImage,
  part,
  Row,
  RowList,
  Tabs,
  TokenImage,
  VisuallyHidden,
  WalletIcon,
} from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { type PaymentForm, type Receive, useFoyerReceive } from '../../headless/receive.js'
import { CodeToScan } from '../CodeToScan.js'
import { CopyLink } from '../CopyLink.js'
import { useCopy } from '../hooks/useCopy.js'
import { useModal } from '../modalContext.js'
import { NetworkStack } from './CompatibleNetworksView.js'
import { SelectField } from './SelectField.js'

/** The account's address, to be copied or scanned, and a payment that is asked for. */
export function ReceiveView(): ReactNode {
  const { say, foyer } = useModal()
  const { address, name, network, networks, request } = useFoyerReceive()
  const [way, setWay] = useState<'address' | 'request'>('address')
  if (address === undefined)
    return (
      <EmptyState
        icon={<WalletIcon />}
        title={say('receive.noAddress')}
        action={<Button onClick={() => reset(foyer, homeRoute({ connected: false }))}>{say('button.connect')}</Button>}
      />
    )
  const plain = <AddressCode address={address} name={name} network={network} />
  return (
    <>
      {request ? (
        <Tabs
          label={say('receive.ways')}
          tabs={[
            { id: 'address', label: say('receive.address') },
            { id: 'request', label: say('receive.request') },
          ]}
          selected={way}
          onSelect={setWay}
        >
          {way === 'address' ? plain : <RequestCode request={request} />}
        </Tabs>
      ) : (
        plain
      )}
      <NetworkBar networks={networks} />
    </>
  )
}

interface AddressCodeProps {
  readonly address: string
  /** The account's own, where it has one. */
  readonly name: string | undefined
  readonly network: Network | undefined
}

function AddressCode({ address, name, network }: AddressCodeProps): ReactNode {
  const { say, foyer } = useModal()
  const { copy, copied } = useCopy({ copied: 'account.copied' })
  return (
    <div data-look="stack" {...part({ name: 'receive' })}>
      <button type="button" title={address} onClick={() => void copy(address)} {...part({ name: 'receive-address' })}>
        {network ? <NetworkImage size="chip" name={network.name} src={networkImageOf({ network, foyer })} /> : null}
        <span {...part({ name: 'receive-whom' })}>
          {name === undefined ? null : <bdi>{name}</bdi>}
          <bdi dir="ltr" {...part({ name: 'receive-whole' })}>
            {address}
          </bdi>
        </span>
        <VisuallyHidden>{say('receive.copy')}</VisuallyHidden>
        <CopyIcon done={copied} />
      </button>
      <CodeToScan partName="receive-code" text={address} label={say('receive.code')} />
      <p data-look="dim centred" {...part({ name: 'receive-hint' })}>
        {say('receive.copyOrScan')}
      </p>
    </div>
  )
}

function RequestCode({ request }: { readonly request: PaymentForm }): ReactNode {
  const { say, foyer } = useModal()
  const { token, tokens, amount, isWrong, uri } = request
  const error = isWrong && token ? say('receive.amountWrong', { decimals: token.decimals }) : undefined
  return (
    <div data-look="stack" {...part({ name: 'receive' })}>
      <AmountField
        partName="receive-amount"
        label={say('receive.amount')}
        value={amount}
        decimal={decimalSeparator(foyer.options.locale.tag)}
        onValueChange={request.setAmount}
        error={error}
        token={
          <SelectField
            label={say('receive.token')}
            image={token ? <TokenImage size="chip" symbol={token.symbol} src={token.iconUrl} /> : null}
            value={token?.key ?? ''}
            options={tokens.map(({ key, symbol }) => ({
              value: key,
              label: shownName(symbol) || say('shell.unknown'),
            }))}
            onChoose={request.chooseToken}
          />
        }
      />
      <CodeToScan partName="receive-code" text={uri} coming={!isWrong} label={say('receive.requestCode')} />
      <p data-look="dim centred" {...part({ name: 'receive-hint' })}>
        {say('receive.scanRequest')}
      </p>
      <CopyLink partName="copy-request" text={uri} label={say('receive.copyRequest')} copied="receive.requestCopied" />
    </div>
  )
}

/** The networks on which the address can be paid. */
function NetworkBar({ networks }: Pick<Receive, 'networks'>): ReactNode {
  const { say, foyer } = useModal()
  if (networks.length === 0) return null
  const label = say(networks.length === 1 ? 'receive.onlyOnNetwork' : 'receive.onlyOnNetworks')
  return (
    <RowList>
      <Row
        partName="compatible-networks"
        label={label}
        trailing={<NetworkStack networks={networks} />}
        chevron
        onClick={() => push(foyer, { view: 'WalletCompatibleNetworks' })}
      />
    </RowList>
  )
}
