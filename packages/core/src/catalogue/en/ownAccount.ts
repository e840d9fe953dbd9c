/** A wallet's sentences on the account it signs for, which a kit that describes another's requests never says. In English, by name. */
export const ownAccount = {
  'request.cost': 'Cost of sending',
  'request.free': 'Free for you: this wallet’s operator pays it for {site}',
  'request.freeBy': 'Free for you: {payer} pays it for {site}',
  'request.oldCode': 'Code until now',
  'request.warn.accountCode':
    'This network’s code for several steps at once is switched on for your address. It stays yours.',
  'request.warn.notFree': 'This was to be free for you, but it isn’t paid for: you pay the network’s fee yourself.',
  'request.warn.otherCode':
    'Another contract’s code is switched on for your address here. This replaces it, and what that did for you stops.',
  'request.warn.sentMeanwhile': 'Something else was sent from your address meanwhile. Read this again.',
  'request.warn.replaces': 'It takes the place of a transaction of yours that is still pending.',
  'request.warn.waits': 'An earlier transaction of yours is still pending. This one is sent once that is in a block.',
  'request.act.allow': 'Allow',
  'request.alsoUsedBy': 'Also used by',
  'request.atOnce': 'At once, at most',
  'request.beginsAt': 'Begins',
  'request.boundArgument': 'Argument {number}, always',
  'request.callsInAll': 'Calls in all, at most',
  'request.days': '{count} days',
  'request.eachCall': 'With each call, at most',
  'request.endGrant': 'End a permission',
  'request.endsBy':
    'By a transaction of yours, at the network’s fee unless paid for you: {site} can ask for it. Your wallet’s own page ends all of a network at once',
  'request.endsSession': 'Session that ends too',
  'request.function': 'Function',
  'request.grantCalls': 'Let a key call a contract without asking you',
  'request.grantedTo': 'Key that may',
  'request.grantSeveral': 'Give {count} permissions',
  'request.grantSpending': 'Let a key spend your {token} without asking you',
  'request.hours': '{count} hours',
  'request.howToEnd': 'How to end it',
  'request.inAll': 'In all, at most',
  'request.minutes': '{count} minutes',
  'request.noMost': 'No limit',
  'request.onlyTo': 'Only to',
  'request.perDay': 'Each day, at most',
  'request.perHour': 'Each hour, at most',
  'request.perTime': 'Every {time}, at most',
  'request.saidByAsker': 'In the application’s own words',
  'request.seconds': '{count} seconds',
  'request.warn.anyArguments':
    'But for what is named here, the key may call these functions with any arguments. What you keep in this contract, what you own there, and what you have ever allowed it to move may go.',
  'request.warn.coinMayStay':
    'The contract may keep the coin that goes with these calls, and what is locked or lent there may lose by them. How much coin goes when is for the key to decide, up to what stands here.',
  'request.warn.comesBack':
    'Functions of these names pay out to your own address where a contract keeps to the rule. This one may not, and what is locked or lent there may lose by it. How much goes in or comes out, and when, the key decides.',
  'request.warn.endless': 'It has no end: it holds until you end it.',
  'request.warn.limitless': 'There is no limit to what it comes to in all.',
  'request.warn.paused':
    'The contract that carries this out is stopped by its maker at the moment. What you do yourself goes on.',
  'request.addsPerDay': 'More each day',
  'request.countedFrom': 'Counted from',
  'request.grantHash': 'Permission',
  'request.warn.grantedAlready':
    'This key has a permission of yours already. That one goes on, and this one is added to it.',
  'request.warn.reachesAll': 'It reaches for all, or nearly all, of the {token} that you have.',
  'request.warn.unasked': 'It happens without asking you again, whenever the key is used.',
  'request.endGrants': 'End all permissions on a network',
  'request.warn.allEnd':
    'No application’s key may act for you here any more, whether its permission is listed or not. What you allow later holds.',
} as const
