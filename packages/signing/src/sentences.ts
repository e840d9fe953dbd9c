import type { Fact, ShownRequest } from './family.js'

/** What a request's description is said with, in English, by name. A placeholder in braces is filled in by whoever shows it. */
export const requestSentences = {
  'request.act.add': 'Add',
  'request.act.close': 'Close',
  'request.act.send': 'Send',
  'request.act.sign': 'Sign',
  'request.act.switch': 'Switch',

  'request.addNetwork': 'Add a network',
  'request.allow': 'Allow spending of {token}',
  'request.allowBySignature': 'Allow spending by signature',
  'request.batch': 'Several calls',
  'request.burn': 'Burn {token}',
  'request.callContract': 'Call a contract',
  'request.callProgram': 'Call a program',
  'request.carryOut': 'Carry out {count} calls',
  'request.changeController': 'Change who controls an account',
  'request.closeTokenAccount': 'Close a token account',
  'request.createAccount': 'Create an account',
  'request.createContract': 'Create a contract',
  'request.disallow': 'Take back an allowance of {token}',
  'request.disallowAny': 'Take back an allowance',
  'request.disallowCollection': 'Take back an approval',
  'request.handOverAccount': 'Hand over an account',
  'request.handOverCollection': 'Hand over a whole collection',
  'request.memo': 'Write a memo',
  'request.move': 'Move {token}',
  'request.moveWithin': 'Move coins within this account',
  'request.openTokenAccount': 'Open a token account',
  'request.send': 'Send {token}',
  'request.setFee': 'Set the fee',
  'request.severalSteps': 'A transaction of several steps',
  'request.signMessage': 'Sign a message',
  'request.signTransaction': 'Sign a transaction',
  'request.signTransactions': 'Sign {count} transactions',
  'request.signTypedData': 'Sign typed data',
  'request.switchNetwork': 'Switch network',
  'request.tokens': 'tokens',
  'request.swap': 'Swap {token} for {other}',
  'request.unwrap': 'Unwrap {token}',
  'request.upgrade': 'Replace a contract’s code',
  'request.useNonce': 'Use up a nonce',
  'request.withdraw': 'Withdraw {token}',
  'request.wrap': 'Wrap {token}',
  'request.wrapInto': 'Wrap into {token}',

  'request.account': 'Account',
  'request.adds': 'Adds',
  'request.allowedAfter': 'May take afterwards',
  'request.allowedBefore': 'May take now',
  'request.amount': 'Amount',
  'request.amountOrId': 'Amount or token id',
  'request.atStake': 'You have now',
  'request.calls': 'Calls a program',
  'request.chain': 'Chain',
  'request.coin': 'Coin',
  'request.coinsGoTo': 'Its {token} goes to',
  'request.comes': 'Comes to this wallet',
  'request.comesBack': 'Comes back',
  'request.contract': 'Contract',
  'request.cosigner': 'Is also signed by',
  'request.data': 'Data',
  'request.fee': 'Fee',
  'request.feeAsSaid': 'Fee, as the application says',
  'request.feeAtMost': 'Fee, at most',
  'request.feePayer': 'The fee is paid by',
  'request.for': 'For',
  'request.foreignInputs': 'Inputs of others',
  'request.from': 'From',
  'request.fromNonce': 'From the nonce account',
  'request.getAtLeast': 'You get at least',
  'request.give': 'You give',
  'request.goesTo': 'Goes to',
  'request.leaves': 'Leaves this wallet',
  'request.memoPublic': 'Memo, public',
  'request.message': 'Message',
  'request.name': 'Name',
  'request.network': 'Network',
  'request.newAccount': 'New account',
  'request.newCode': 'New code',
  'request.node': 'Node',
  'request.opensFor': 'Opens an account of',
  'request.operator': 'Operator',
  'request.paidBy': 'Paid by',
  'request.signed': 'What is signed',
  'request.spender': 'Spender',
  'request.step': 'Step {number}',
  'request.to': 'To',
  'request.token': 'Token',
  'request.tokenAccount': 'Token account',
  'request.tokenNumber': 'Token {id}',
  'request.toOwn': 'To, in this wallet too',
  'request.toScript': 'To a script',
  'request.toTokenAccount': 'To (token account)',
  'request.transaction': 'Transaction {number}',
  'request.until': 'Until',
  'request.value': 'Value',
  'request.what': 'What',
  'request.with': 'With',

  'request.batch.done': 'All of them took effect',
  'request.batch.failed': 'None of them took effect',
  'request.batch.partly': 'Some of them took effect',
  'request.batch.pending': 'They are being carried out',
  'request.forEver': 'For ever',
  'request.nobody': 'Nobody, for good',
  'request.notSignedHere': '{count}, which aren’t signed here',
  'request.ofCount': 'of {count}',
  'request.smallestUnit': '{amount} of its smallest unit; its decimals aren’t known',
  'request.unknown': 'Unknown',
  'request.unlimited': 'Unlimited',
  'request.unlisted': '{token} (unlisted: this wallet doesn’t know it)',

  'request.warn.accountCode':
    'From then on the account has the code of a contract, which carries out several calls as one. It stays after this.',
  'request.warn.anyChain': 'It names no chain, so it holds on every one.',
  'request.warn.asOne': 'All of them are carried out, or none.',
  'request.warn.burnt': 'What is burnt is gone for good.',
  'request.warn.collection': 'The operator may move every token that you have and will have of this contract.',
  'request.warn.controller': 'Somebody else may then move what the account holds, or nobody any more.',
  'request.warn.elsewhere': 'This signs you in at {domain}, but the application says that it is at {site}.',
  'request.warn.elsewhereUnsaid': 'This signs you in at {domain}, but the application says that it is at no address.',
  'request.warn.fails': 'As things stand, the network refuses this.',
  'request.warn.feeHigh': 'The fee is far higher than usual.',
  'request.warn.feeUnknown': 'The values of its inputs aren’t known, so neither is its fee.',
  'request.warn.handedOver': 'The account is handed over to a program, which may then do anything with it.',
  'request.warn.hiddenLetters': 'The message holds letters that can’t be seen; they are named in their places.',
  'request.warn.inputUnknown': 'An input isn’t known to the network as spendable with this value.',
  'request.warn.inTurn':
    'They are sent one after the other, each with a fee of its own. If one fails, those before it stand and the others are not sent.',
  'request.warn.later': 'The application gets the signed transaction and may send it whenever it likes.',
  'request.warn.laterMinute': 'The application gets it signed, and may send it for about a minute.',
  'request.warn.long': 'It holds for longer than a month.',
  'request.warn.namesake': 'It calls itself {token}, and isn’t the {token} that this wallet knows.',
  'request.warn.never': 'This transaction doesn’t expire: whoever has it signed may send it at any later time.',
  'request.warn.node': 'Its node learns your addresses and decides what you see of them there.',
  'request.warn.noLeast': 'You may get next to nothing for it.',
  'request.warn.noScriptAddress': 'An output pays to a script that has no address. Who may spend it can’t be shown.',
  'request.warn.noText': 'This is no text. What signing it means is unknown.',
  'request.warn.ordinals': 'This spends from the address for ordinals: what is inscribed on its coins goes with them.',
  'request.warn.othersGet': 'Somebody else gets what is bought.',
  'request.warn.ownContract': 'The recipient is the token’s own contract. What is sent there can’t be had back.',
  'request.warn.permit': 'Anyone with this signature may take the tokens that it names.',
  'request.warn.spenderAll': 'The spender may take all of your {token}, now and later, without asking again.',
  'request.warn.spenderPerson': 'The spender is no contract, but somebody’s own account.',
  'request.warn.spenderSome': 'The spender may take this much of your {token}, without asking again.',
  'request.warn.tooLittle': 'This costs more than the {balance} that the account has.',
  'request.warn.unfixed': 'The signature doesn’t bind everything: others may change where the coins go after you sign.',
  'request.warn.unreadCall': 'What this does can’t be read from its data. It may move everything that you have.',
  'request.warn.unused': '{count} bytes follow that the call doesn’t use.',
  'request.warn.upgrade': 'From then on the contract does whatever the new code does.',
  'request.warn.unreadProgram': 'What a program does here can’t be read. It may move everything that this account has.',
} as const

export type RequestSentence = keyof typeof requestSentences

/** A sentence by its name, with what fills its places. */
export interface Words {
  readonly name: RequestSentence
  readonly values: Readonly<Record<string, string | Words>>
}

/** Names a sentence; what is given to its places stands as it is, or is a sentence itself. */
export const words = (name: RequestSentence, values: Words['values'] = {}): Words => ({ name, values })

/** A fact that is an address or data. */
export const code = (label: RequestSentence, value: string): Fact => ({ label: words(label), value, isCode: true })

/** Says a sentence in the visitor's language. */
export type Say = (name: RequestSentence, values: Readonly<Record<string, string>>) => string

/** Words, or text that stands as it is, in the visitor's language. */
function spoken(said: string | Words, say: Say): string {
  if (typeof said === 'string') return said
  const values = Object.entries(said.values).map(([place, value]) => [place, spoken(value, say)])
  return say(said.name, Object.fromEntries(values))
}

/** A request's description in the visitor's language. */
export function spokenRequest(
  { title, act, facts, content, tree, warnings, isDeliberate }: ShownRequest<Words>,
  say: Say,
): ShownRequest<string> {
  const fact = ({ label, value, ...rest }: Fact<Words>): Fact<string> => ({
    ...{ label: spoken(label, say), value: spoken(value, say) },
    ...rest,
  })
  return {
    ...{ title: spoken(title, say), act: spoken(act, say), facts: facts.map(fact) },
    ...(content && { content: { ...content, label: spoken(content.label, say) } }),
    ...(tree && { tree: { ...tree, label: spoken(tree.label, say) } }),
    // Several steps may warn of the same.
    ...{ warnings: [...new Set(warnings.map((warning) => spoken(warning, say)))], isDeliberate },
  }
}

/** Says a sentence in English. */
export const sayRequestInEnglish: Say = (name, values) =>
  requestSentences[name].replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '')
