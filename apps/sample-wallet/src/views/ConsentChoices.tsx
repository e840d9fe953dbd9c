import { isNetworkId, shortenAddress } from '@foyer/core/chain'
import { networkMarks } from '@foyer/core/networks'
import { Avatar, NetworkImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { Choice } from './Choice.js'
import type { ChosenConsent } from './useConsent.js'

/** Shows the accounts that an application sees, and on which networks. */
export function ConsentChoices({ consent }: { readonly consent: ChosenConsent }): ReactNode {
  return (
    <>
      <fieldset className="choices">
        <legend>Accounts</legend>
        {consent.accounts.map(({ id, label, addresses, isOn }) => (
          <Choice
            key={id}
            label={label}
            sublabel={addresses.map((address) => shortenAddress({ address })).join(' · ')}
            image={<Avatar address={addresses[0] ?? ''} size="md" />}
            isOn={isOn}
            onChange={() => consent.toggleAccount(id)}
          />
        ))}
      </fieldset>
      <fieldset className="choices">
        <legend>Networks</legend>
        {consent.networks.map(({ network: { chainId, name }, isOn }) => (
          <Choice
            key={chainId}
            label={name}
            sublabel={chainId}
            image={<NetworkImage name={name} src={isNetworkId(chainId) ? networkMarks[chainId] : undefined} />}
            isOn={isOn}
            onChange={() => consent.toggleNetwork(chainId)}
          />
        ))}
      </fieldset>
    </>
  )
}
