/** The actions of a view or a headless host on a wallet and a chain, whatever the family. */

export { type AccountChoice, type Purposeful, type WalletChoice, walletOf } from '../connection/reach.js'
export * from './read.js'
export {
  type ApprovalChoice,
  type EstimateFeeParameters,
  estimateFee,
  estimateRevocation,
  revocationOf,
  revokeApproval,
  type SendCallParameters,
  type SendTransferParameters,
  sendCall,
  sendTransfer,
  type WaitForTransactionParameters,
  waitForTransaction,
} from './send.js'
export {
  type SignMessageParameters,
  type SignTransactionsParameters,
  type SignTypedDataParameters,
  signMessage,
  signTransactions,
  signTypedData,
  type VerifyMessageParameters,
  verifyMessage,
} from './sign.js'
