/* guomi sm4 mac */
#ifndef CLI_SM4_MAC_H
#define CLI_SM4_MAC_H

int sm4_mac(int argc, char **argv);

#endif
