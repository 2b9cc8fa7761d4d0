# Prints the version of ns-2. `ns-version` exists since 2.1.
puts "ns-2 [ns-version]"
exit 0
