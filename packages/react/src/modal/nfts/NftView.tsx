import { networkOf, type ViewProps } from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { features, shownNft } from '@foyer/core/internal'
import { explorerUrl } from '@foyer/core/networks'
import { push } from '@foyer/core/view'
import {
  Button,
  CopyIcon,
  type Detail,
  Details,
  ExternalIcon,
  IconButton,
  LazyPicture,
  part,
  RowLink,
  RowList,
  SendIcon,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import type { ShownNft } from '../../headless/nfts.js'
import { useFoyerWalletFeatures } from '../../headless/walletFeatures.js'
import { useCopy } from '../hooks/useCopy.js'
import { useModal } from '../modalContext.js'
import { NftFilm } from './NftFilm.js'
import { grouped } from './NftTile.js'

const standards = { erc721: 'ERC-721', erc1155: 'ERC-1155' } as const

/** One NFT. Its picture is an image, its film a film, and nothing else: what its metadata names besides is neither fetched nor run. */
export function NftView({ nft }: ViewProps<'Nft'>): ReactNode {
  const { say, state } = useModal()
  const shown = shownNft(nft)
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === nft.networkId)
  const explorer = explorerUrl({ network, page: { token: nft.contract, tokenId: nft.tokenId } })
  return (
    <div data-look="stack" {...part({ name: 'nft', states: { spam: nft.isSpam } })}>
      <Picture shown={shown} />
      <p dir="auto" data-look="centred" {...part({ name: 'nft-title' })}>
        {shown.name}
      </p>
      {nft.isSpam ? (
        <p {...part({ name: 'nft-warning' })}>
          {say('nfts.spam')}. {say('nfts.spamWhy')}
        </p>
      ) : null}
      <Send shown={shown} />
      <Facts shown={shown} network={network?.name} />
      {explorer ? (
        <RowList>
          <RowLink
            partName="explorer"
            label={say('nfts.explorer')}
            image={<ExternalIcon />}
            href={explorer}
            newTabHint={say('shell.opensNewTab')}
          />
        </RowList>
      ) : null}
    </div>
  )
}

interface OfNft {
  readonly shown: ShownNft
}

/** The film, which is played by the visitor; else the picture, which says nothing that the name doesn't. */
function Picture({ shown: { name, image, film } }: OfNft): ReactNode {
  return (
    <div
      aria-hidden={film === undefined || undefined}
      data-look="panel"
      {...part({ name: 'nft-picture', states: { size: 'whole' } })}
    >
      {film === undefined ? <LazyPicture src={image} name={name} /> : <NftFilm src={film} name={name} />}
    </div>
  )
}

/** The way to send it, where the wallet sends and the NFT is on its network. */
function Send({ shown: { nft, name, image } }: OfNft): ReactNode {
  const { say, state, foyer } = useModal()
  const sends = useFoyerWalletFeatures().includes('send') && networkOf(state)?.caipNetworkId === nft.networkId
  if (!sends) return null
  const { contract: address, tokenId, standard, amount: balance } = nft
  const asset = { type: 'nft', address, tokenId, standard, name, imageUrl: image, balance } as const
  return (
    <Button partName="nft-send" icon={<SendIcon />} onClick={() => push(foyer, { ...features.send.begins, asset })}>
      {say('account.send')}
    </Button>
  )
}

/** The known facts; what isn't known isn't listed. */
function Facts({
  shown: { nft, collection, shortId },
  network,
}: OfNft & { readonly network: string | undefined }): ReactNode {
  const { say } = useModal()
  const { contract, tokenId, standard, amount } = nft
  const details: readonly Detail[] = [
    { id: 'collection', term: say('nfts.collection'), value: collection && <bdi>{collection}</bdi> },
    { id: 'token-id', term: say('nfts.tokenId'), value: <TokenId tokenId={tokenId} shortId={shortId} /> },
    { id: 'standard', term: say('nfts.standard'), value: <bdi>{standards[standard]}</bdi> },
    { id: 'amount', term: say('nfts.held'), value: amount === '1' ? undefined : <bdi>{grouped(amount)}</bdi> },
    { id: 'network', term: say('nfts.network'), value: network && <bdi>{network}</bdi> },
    {
      id: 'contract',
      term: say('nfts.contract'),
      value: <bdi title={contract}>{shortenAddress({ address: contract })}</bdi>,
    },
  ]
  return <Details details={details.filter(({ value }) => value !== undefined)} />
}

function TokenId({ tokenId, shortId }: { readonly tokenId: string; readonly shortId: string }): ReactNode {
  const { say } = useModal()
  const { copy, copied } = useCopy({ copied: 'nfts.idCopied' })
  return (
    <span {...part({ name: 'nft-id' })}>
      <bdi title={tokenId}>{shortId}</bdi>
      <IconButton
        partName="copy-id"
        label={say('nfts.copyId')}
        icon={<CopyIcon done={copied} />}
        onClick={() => void copy(tokenId)}
      />
    </span>
  )
}
