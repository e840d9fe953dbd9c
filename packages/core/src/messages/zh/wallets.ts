import type { wallets as english } from '../en/wallets.js'
import type { Translated } from '../sentences.js'

export const wallets: Translated<typeof english> = {
  'wallets.search': '搜索钱包',
  'wallets.certified': '已认证',
  'wallets.certifiedOnly': '仅限 WalletConnect 认证',
  'wallets.isCertified': '已认证',
  'wallets.scan': '通过二维码连接',
  'wallets.one': '1 个钱包',
  'wallets.count': '{count} 个钱包',
  'wallets.none': '未找到钱包',
  'wallets.noneWhy': '请减少输入的字符，或浏览全部钱包。',
  'wallets.showAll': '显示所有钱包',
  'wallets.failed': '无法加载钱包列表。',
  'wallets.moreFailed': '无法加载更多钱包。',
  'wallets.agree': '我同意',
  'wallets.agreeTerms': '服务条款',
  'wallets.agreePrivacy': '隐私政策',
}
