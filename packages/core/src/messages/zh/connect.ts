import type { connect as english } from '../en/connect.js'
import type { Translated } from '../sentences.js'

export const connect: Translated<typeof english> = {
  'connect.title': '连接钱包',
  'connect.wallets': '钱包',
  'connect.allWallets': '所有钱包',
  'connect.installed': '已安装',
  'connect.recent': '最近使用',
  'connect.qrCode': '二维码',
  'connect.multichain': '多链',
  'connect.empty': '在此浏览器中未找到钱包',
  'connect.emptyWhy': '请获取一个钱包，或启用已有的钱包，然后重新加载此页面。',
  'connect.getWallet': '获取钱包',
  'connect.legal': '连接钱包即表示同意我们的',
  'connect.terms': '服务条款',
  'connect.legalAnd': '和',
  'connect.privacy': '隐私政策',
  'help.walletTitle': '什么是钱包？',
  'shell.back': '返回',
  'shell.loading': '正在加载',
  'shell.opensNewTab': '在新标签页中打开',
  'shell.unknown': '未知',
  'shell.offline': '当前处于离线状态。恢复连接后将继续。',
  'shell.notAvailable': '不可用',
}
