import { EmptyState, HelpIcon, LinkButton, part, SearchField, SearchIcon, Separator } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useNetworks } from '../hooks/useNetworks.js'
import { useModal } from '../modalContext.js'
import { NetworkRows } from '../NetworkRows.js'

/** Choose a network. */
export default function NetworksView(): ReactNode {
  const { say } = useModal()
  const { rows, search, setSearch, choose, explain } = useNetworks()
  return (
    <>
      <SearchField
        label={say('network.search')}
        placeholder={say('network.search')}
        clearLabel={say('network.clearSearch')}
        value={search}
        onValueChange={setSearch}
      />
      <div role="status">
        {rows.length === 0 ? <EmptyState icon={<SearchIcon />} title={say('network.none')} /> : null}
      </div>
      {rows.length > 0 ? <NetworkRows rows={rows} onChoose={choose} /> : null}
      <Separator />
      <div {...part({ name: 'network-help' })}>
        <p>{say('network.walletMayLack')}</p>
        <LinkButton icon={<HelpIcon />} onClick={explain}>
          {say('network.whatIsANetwork')}
        </LinkButton>
      </div>
    </>
  )
}
