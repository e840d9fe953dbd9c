import type { Features } from '@foyer/core'
import { type AccountTab, accountTab } from '@foyer/core/account'
import { familyTraits } from '@foyer/core/chain'
import { contextOf } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { part, Tabs } from '@foyer/parts'
import type { ComponentType, ReactNode } from 'react'
import type { Tokens } from '../../headless/tokens.js'
import { useObservable } from '../../useObservable.js'
import { type Modal, useModal } from '../modalContext.js'
import { ViewSlot } from '../ViewSlot.js'
import type { Brought, PanelName } from '../viewEntry.js'
import type { AccountFeature } from './FeatureButtons.js'
import { TokensPanel } from './TokensPanel.js'

/** The exports of a tab's chunk. */
export interface PanelRoom extends Brought {
  readonly Panel: ComponentType
}

export interface PanelOfAccount {
  /** The option that switches it on; its code is never fetched while that is off [S2.24]. */
  readonly feature?: keyof Features | undefined
  /** The trait that a family must have for it; all have it by default. */
  readonly trait?: 'hasNfts' | undefined
  /** Only the operator's server knows it: without one it is absent. */
  readonly asksServer?: true | undefined
  readonly load: () => Promise<PanelRoom>
}

export interface AccountTabsProps {
  /** The tabs that there are beside the tokens. */
  readonly panels: Partial<Readonly<Record<PanelName, PanelOfAccount>>>
  readonly tokens: Tokens
  /** The features that bring coins to an account that has none. */
  readonly features: readonly AccountFeature[]
}

const accountRoute = { view: 'Account' } as const

const names: readonly Exclude<AccountTab, 'tokens'>[] = ['nfts', 'activity']

const labels: Readonly<Record<AccountTab, PlainSentenceKey>> = {
  tokens: 'account.tokens',
  nfts: 'account.nfts',
  activity: 'account.activity',
}

/** The account's holdings and history [S2.2]: the tab that was looked at last [S3.6], loaded when it is chosen. */
export function AccountTabs({ panels, tokens, features }: AccountTabsProps): ReactNode {
  const { foyer, views, state, say } = useModal()
  const tab = accountTab(foyer)
  const wanted = useObservable(tab)
  const present = names.filter((name) => isPresent({ panel: panels[name], foyer, state }))
  const ids: readonly AccountTab[] = ['tokens', ...present]
  const selected = ids.includes(wanted) ? wanted : 'tokens'
  const panel = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key, and its rows may take no focus
    <section aria-label={say(labels[selected])} tabIndex={0} data-look="scrolls" {...part({ name: 'account-panel' })}>
      {selected === 'tokens' ? (
        <TokensPanel {...tokens} features={features} />
      ) : (
        <ViewSlot key={selected} piece={views.at(selected)}>
          {({ draw }) => draw(accountRoute)}
        </ViewSlot>
      )}
    </section>
  )
  if (ids.length === 1)
    return (
      <>
        <p aria-hidden="true" {...part({ name: 'list-title' })}>
          {say('account.tokens')}
        </p>
        {panel}
      </>
    )
  return (
    <Tabs
      label={say('account.tabs')}
      tabs={ids.map((id) => ({ id, label: say(labels[id]) }))}
      selected={selected}
      onSelect={tab.set}
    >
      {panel}
    </Tabs>
  )
}

function isPresent({
  panel,
  foyer,
  state: { features, family },
}: Pick<Modal, 'foyer' | 'state'> & { readonly panel: PanelOfAccount | undefined }): boolean {
  if (!panel || (panel.feature && !features[panel.feature])) return false
  if (panel.asksServer && contextOf(foyer).api === undefined) return false
  return panel.trait === undefined || familyTraits(family)[panel.trait] === true
}
