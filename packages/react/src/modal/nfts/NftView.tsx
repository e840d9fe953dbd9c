import { networkOf, type ViewProps } from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { push } from '@foyer/core/view'
import {
  Button,
  CopyIcon,
  type Detail,
  Details,
  ExternalIcon,
  IconButton,
  linkUrl,
  part,
  RowLink,
  RowList,
  SendIcon,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { shownNft } from '../../headless/nfts.js'
import { useWalletFeatures } from '../../headless/walletFeatures.js'
import { useCopy } from '../hooks/useCopy.js'
import { useModal } from '../modalContext.js'
import { NftPicture } from './NftPicture.js'

const standards = { erc721: 'ERC-721', erc1155: 'ERC-1155' } as const

/** One NFT. Its picture is an image and nothing else: what its metadata names besides is neither fetched nor run. */
export function NftView({ nft }: ViewProps<'Nft'>): ReactNode {
  const { say, state, foyer } = useModal()
  const sends = useWalletFeatures().includes('send') && networkOf(state)?.caipNetworkId === nft.networkId
  const copy = useCopy({ copied: 'nfts.idCopied' })
  const { name, collection, image, shortId } = shownNft(nft)
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === nft.networkId)
  const explorer = linkUrl(network?.blockExplorers?.default.url)?.replace(/\/+$/, '')
  const details: readonly Detail[] = [
    { id: 'collection', term: say('nfts.collection'), value: collection && <bdi>{collection}</bdi> },
    {
      id: 'token-id',
      term: say('nfts.tokenId'),
      value: (
        <span {...part({ name: 'nft-id' })}>
          <bdi title={nft.tokenId}>{shortId}</bdi>
          <IconButton
            partName="copy-id"
            label={say('nfts.copyId')}
            icon={<CopyIcon />}
            onClick={() => void copy(nft.tokenId)}
          />
        </span>
      ),
    },
    { id: 'standard', term: say('nfts.standard'), value: <bdi>{standards[nft.standard]}</bdi> },
    { id: 'amount', term: say('nfts.held'), value: nft.amount === '1' ? undefined : <bdi>{nft.amount}</bdi> },
    { id: 'network', term: say('nfts.network'), value: network && <bdi>{network.name}</bdi> },
    {
      id: 'contract',
      term: say('nfts.contract'),
      value: <bdi title={nft.contract}>{shortenAddress({ address: nft.contract })}</bdi>,
    },
  ]
  return (
    <div {...part({ name: 'nft', states: { spam: nft.isSpam } })}>
      <div aria-hidden="true" {...part({ name: 'nft-picture', states: { size: 'whole' } })}>
        <NftPicture src={image} name={name} />
      </div>
      <p dir="auto" {...part({ name: 'nft-title' })}>
        {name}
      </p>
      {nft.isSpam ? (
        <p {...part({ name: 'nft-warning' })}>
          {say('nfts.spam')}. {say('nfts.spamWhy')}
        </p>
      ) : null}
      {sends ? (
        <Button
          partName="nft-send"
          icon={<SendIcon />}
          onClick={() =>
            push(foyer, {
              view: 'WalletSend',
              asset: {
                type: 'nft',
                address: nft.contract,
                tokenId: nft.tokenId,
                standard: nft.standard,
                name,
                imageUrl: image,
                balance: nft.amount,
              },
            })
          }
        >
          {say('account.send')}
        </Button>
      ) : null}
      <Details details={details.filter(({ value }) => value !== undefined)} />
      {explorer ? (
        <RowList>
          <RowLink
            partName="explorer"
            label={say('nfts.explorer')}
            image={<ExternalIcon />}
            href={`${explorer}/token/${encodeURIComponent(nft.contract)}?a=${encodeURIComponent(nft.tokenId)}`}
            newTabHint={say('shell.opensNewTab')}
          />
        </RowList>
      ) : null}
    </div>
  )
}
