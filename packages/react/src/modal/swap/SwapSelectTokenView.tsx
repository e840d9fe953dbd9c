import type { AccountId, ViewProps } from '@foyer/core'

import { displayQuantity, displayUsd, usdDecimals } from '@foyer/core/chain'
import type { SwapAsset } from '@foyer/core/swap'
import { goBack } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import { suggestedSwapTokens } from '@foyer/core/wire'
import { Chip, EmptyState, part, Row, RowList, SearchField, SearchIcon, TokenImage } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { useFoyerSwap } from '../../headless/swap.js'
import { LookAlike } from '../LookAlike.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'

/** The most tokens not held by the account that stand in the list until it is searched. */
const most = 60

/** A token for one side of the swap: those of the account first. */
export function SwapSelectTokenView({ target }: ViewProps<'SwapSelectToken'>): ReactNode {
  const { foyer, say } = useModal()
  const swap = useFoyerSwap()
  const [search, setSearch] = useState('')
  if (swap.phase !== 'ready') return <ViewSkeleton label={say('swap.loading')} />
  const chosen = [swap.source.token?.address, swap.to.token?.address]
  const isChosen = ({ address }: SwapAsset) => chosen.includes(address)
  const choose = (token: AccountId) => {
    swap.choose({ target, token })
    goBack(foyer)
  }
  const wanted = search.trim().toLowerCase()
  const found = swap.tokens.filter((token) => fits({ token, wanted }))
  const held = found.filter((token) => token.held > 0n).sort(byWorth)
  const others = found.filter((token) => token.held === 0n)
  const suggested = suggestedSwapTokens.flatMap((symbol) => swap.tokens.find((token) => token.symbol === symbol) ?? [])
  const rows = { isChosen, choose }
  return (
    <>
      <SearchField
        partName="swap-select-token-search-input"
        label={say('swap.search')}
        placeholder={say('swap.search')}
        clearLabel={say('swap.clearSearch')}
        value={search}
        rows={swap.tokens.length}
        onValueChange={setSearch}
      />
      {wanted === '' && suggested.length > 0 ? (
        <fieldset aria-label={say('swap.suggested')} {...part({ name: 'swap-suggested' })}>
          {suggested.map((token) => (
            <Chip
              key={token.address}
              label={shownName(token.symbol)}
              image={<Picture token={token} size="chip" />}
              disabled={isChosen(token)}
              onClick={() => choose(token.address)}
            />
          ))}
        </fieldset>
      ) : null}
      <div role="status">
        {found.length === 0 ? <EmptyState icon={<SearchIcon />} title={say('swap.noToken')} /> : null}
      </div>
      <div data-look="stack-1" {...part({ name: 'swap-tokens' })}>
        <TokenRows {...rows} title={say('swap.yourTokens')} tokens={held} />
        <TokenRows {...rows} title={say('swap.tokens')} tokens={others.slice(0, most)} />
        {others.length > most ? <p {...part({ name: 'swap-dim' })}>{say('swap.moreTokens')}</p> : null}
      </div>
    </>
  )
}

function fits({ token: { symbol, name, contract }, wanted }: { readonly token: SwapAsset; readonly wanted: string }) {
  return [symbol, name, contract ?? ''].some((text) => text.toLowerCase().includes(wanted))
}

const worthOf = ({ held, price, decimals }: SwapAsset): bigint => (held * (price ?? 0n)) / 10n ** BigInt(decimals)

const byWorth = (one: SwapAsset, other: SwapAsset): number => {
  const difference = worthOf(other) - worthOf(one)
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

interface TokenRowsProps {
  readonly title: string
  readonly tokens: readonly SwapAsset[]
  readonly isChosen: (token: SwapAsset) => boolean
  readonly choose: (token: AccountId) => void
}

function TokenRows({ title, tokens, isChosen, choose }: TokenRowsProps): ReactNode {
  if (tokens.length === 0) return null
  return (
    <>
      <p aria-hidden="true" {...part({ name: 'list-title' })}>
        {title}
      </p>
      <RowList label={title}>
        {tokens.map((token) => (
          <Row
            key={token.address}
            partName={`swap-select-token-item-${token.symbol}`}
            data-token={token.address}
            label={shownName(token.name) || shownName(token.symbol)}
            sublabel={
              <>
                {shownName(token.symbol)}
                <LookAlike name={token.name} symbol={token.symbol} />
              </>
            }
            image={<Picture token={token} size="row" />}
            trailing={token.held > 0n ? <Held token={token} /> : undefined}
            disabled={isChosen(token)}
            onClick={() => choose(token.address)}
          />
        ))}
      </RowList>
    </>
  )
}

function Picture({ token, size }: { readonly token: SwapAsset; readonly size: 'chip' | 'row' }): ReactNode {
  return <TokenImage size={size} symbol={shownName(token.symbol)} src={token.logoUri || undefined} />
}

/** The balance of it, and its worth. */
function Held({ token }: { readonly token: SwapAsset }): ReactNode {
  const { foyer } = useModal()
  const locale = foyer.options.locale.tag
  return (
    <span dir="ltr" {...part({ name: 'swap-held' })}>
      <span>{displayQuantity({ quantity: { value: token.held, decimals: token.decimals }, locale })}</span>
      {token.price === undefined ? null : (
        <span {...part({ name: 'swap-dim' })}>
          {displayUsd({ amount: { value: worthOf(token), decimals: usdDecimals }, locale })}
        </span>
      )}
    </span>
  )
}
